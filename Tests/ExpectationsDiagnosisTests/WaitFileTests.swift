// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Foundation
import TestSupport
import Testing

@testable import Expectations
@testable import ExpectationsDiagnosis

/// The file of all waits, and the summaries.
@Suite struct WaitFileTests {
  private static func wait(_ kind: WaitFacts.Kind = .all, limit: Int64 = 1_000_000_000) -> WaitFacts {
    WaitFacts(
      number: 1, kind: kind, parts: ["a", "b", "c", "d", "e"].map { WaitFacts.Part(description: $0) },
      site: CallSite(fileID: "Tests/A.swift", filePath: "/A.swift", line: 7, column: 1), test: "saves()",
      began: Int64(DispatchTime.now().uptimeNanoseconds), limit: limit, isBlocking: false)
  }

  private static func end(_ outcome: WaitReport.Outcome = .completed, used: Int64, uncounted: Int64 = 0) -> WaitEnd {
    WaitEnd(outcome: outcome, used: used, uncounted: uncounted, isJudgedByCaller: false)
  }

  @Test func lines_areAppended_afterALineThatWasCutOff() throws {
    let path = NSTemporaryDirectory() + "waits-\(UUID()).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{\"cut".utf8).write(to: URL(fileURLWithPath: path))
    let file = try #require(WaitFile(path))
    file.append(WaitLine(Self.wait(), Self.end(.timedOut, used: 1_000_000_000, uncounted: 250_000_000)))
    file.append(WaitLine(Self.wait(.any, limit: .max), Self.end(used: 5_000)))
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "{\"cut")
    let waits = try lines.dropFirst().map { try JSONDecoder().decode(WaitLine.self, from: Data($0.utf8)) }
    #expect(waits[0].description == "\"a\", \"b\", \"c\", \"d\" and 1 more" && waits[0].line == 7)
    #expect(waits[0].outcome == "timedOut" && waits[0].used == 1 && waits[0].allowed == 1 && waits[0].uncounted == 0.25)
    #expect(waits[1].kind == "any" && waits[1].allowed == nil && waits[1].uncounted == nil && waits[1].version == 1)
    #expect(abs(waits[0].began - Date().timeIntervalSince1970) < 600)
  }

  @Test func folder_isNoFile() { #expect(WaitFile(NSTemporaryDirectory()) == nil) }

  @Test(.ownThreads) func summaries_nameWhatWasNear_andWhatTookLonger() async {
    await #expect(processExitsWith: .success) {
      #expect(WaitLog.textOfNearTimeouts == nil && WaitLog.textOfExtended == nil)
      WaitLog.note(Self.wait(), Self.end(used: 900_000_000))
      WaitLog.note(Self.wait(), Self.end(used: 950_000_000))
      WaitLog.note(Self.wait(), Self.end(used: 100_000_000))
      WaitLog.note(Self.wait(.mustNotHappen), Self.end(used: 1_000_000_000))
      WaitLog.note(Self.wait(), Self.end(.timedOut, used: 1_000_000_000))
      WaitLog.note(Self.wait(), Self.end(used: 300_000_000, uncounted: 2_000_000_000))
      let near = WaitLog.textOfNearTimeouts ?? ""
      guard near.contains("1 wait used more than 80 %"), near.contains("0.95 s of 1.00 s (95 %)"),
        near.contains("A.swift:7, in test saves(), 2 times")
      else { fatalError(near) }
      guard WaitLog.textOfExtended?.contains("1 wait passed after more than the time allowed") == true else {
        fatalError(WaitLog.textOfExtended ?? "")
      }
    }
  }
}

/// The list of the times that did not count.
@Suite struct StallListTests {
  private static func stall(_ queues: QueueSet, from start: Int64, to end: Int64) -> Stall {
    Stall(
      began: Instant(nanoseconds: start * 100_000_000), ended: Instant(nanoseconds: end * 100_000_000), queues: queues)
  }

  /// A stall that two waits have seen is one.
  @Test func list_saysWhatDidNotRun_howOften_andInWhichTests() {
    var list = StallList()
    let (main, pool) = (Self.stall(.main, from: 0, to: 6), Self.stall([.main, .mediumPool], from: 10, to: 12))
    list.note([main, pool], in: "saves()")
    list.note([main], in: "loads()")
    #expect(list.text == nil, "0.8 s are too little to speak of")
    list.note([Self.stall([], from: 20, to: 23)], in: nil)
    #expect(
      list.text == """
        Expectations: for 1.10 s of the run, not everything could run; timeouts do not count that time
          the main queue did not run twice, for 0.80 s in all, the longest 0.60 s, during loads(), saves()
          the concurrency pool did not run once, for 0.20 s, during saves()
          the process did not run once, for 0.30 s
        """)
  }

  @Test func manyTests_areCut() {
    var list = StallList()
    for number in 1...9 { list.note([Self.stall(.global, from: 0, to: 20)], in: "test\(number)") }
    #expect(list.text?.contains("test7, test8 and 1 more") == true)
  }
}
