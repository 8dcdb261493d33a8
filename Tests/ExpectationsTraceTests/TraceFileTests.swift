import Foundation
import Testing

@testable import ExpectationsTrace

@Suite struct TraceFileTests {
  private typealias Record = (time: UInt64, task: UInt64, edge: UInt64)

  /// A file with two edges, and threads with room for two first and three last records.
  private static func file(_ threads: [(count: UInt64, records: [Record])], hasExited: Bool = true) -> Data {
    var data = Data("EXPTRACE".utf8)
    func add(_ numbers: UInt64...) {
      for number in numbers { withUnsafeBytes(of: number) { data.append(contentsOf: $0) } }
    }
    func add(_ text: String, _ size: Int) { data.append(Data(text.utf8) + Data(count: size - text.utf8.count)) }
    add(2, UInt64(threads.count), hasExited ? 1 : 0, 576, 608, 2, 3)
    add("/p/tests.xctest", 512)
    add(0x100, 1, 0x140, 0)
    for thread in threads {
      add(thread.count)
      for index in 0..<5 {
        let record: Record = thread.records.indices.contains(index) ? thread.records[index] : (0, 0, 0)
        add(record.time, record.task, record.edge)
      }
    }
    return data
  }

  @Test func file_isRead() throws {
    let file = try TraceFile(Self.file([(2, [(10, 7, 1), (30, 0, 2)]), (1, [(20, 0, 1)])]))
    #expect(file.image == "/p/tests.xctest")
    #expect(file.edges.dropFirst() == [.init(address: 0x100, isEntry: true), .init(address: 0x140, isEntry: false)])
    #expect(
      file.trace.records == [
        .init(time: 10, edge: 1, thread: 0, task: 7), .init(time: 20, edge: 1, thread: 1),
        .init(time: 30, edge: 2, thread: 0),
      ])
    #expect(file.trace.lost == 0)
  }

  @Test func thread_withMoreRecordsThanRoom_keepsTheFirstAndTheLast() throws {
    let file = try TraceFile(Self.file([(9, [(1, 0, 1), (2, 0, 1), (9, 0, 2), (7, 0, 2), (8, 0, 2)])]))
    #expect(file.trace.records.map(\.time) == [1, 2, 7, 8, 9])
    #expect(file.trace.lost == 4)
  }

  @Test func edges_ofThreadsBeyondTheLimit_areCounted() throws {
    let file = try TraceFile(Self.file(Array(repeating: (1, [(1, 0, 1)]), count: 258)))
    #expect(file.trace.records.count == 256)
    #expect(file.trace.lost == 2)
  }

  @Test func record_thatWasNotFinished_isLeftOut() throws {
    let file = try TraceFile(Self.file([(3, [(1, 0, 1), (2, 0, 0), (3, 0, 99)])], hasExited: false))
    #expect(file.trace.records.map(\.time) == [1])
    #expect(!file.trace.hasExited)
  }

  @Test(arguments: [
    "✘ Test saves() recorded an issue at DocumentTests.swift:13:21: Caught error: Timed out after 1.00 s: saved\n  more",
    "✘ Test saves() recorded an issue at DocumentTests.swift:13:21: Issue recorded\n↳ Timed out after 1.00 s: saved",
    "/p/Tests/DocumentTests.swift:13: error: DocumentTests.saves : failed - Timed out after 1.00 s: saved\n",
  ])
  func output_showsTheWaitThatTimedOut(_ text: String) {
    let output = "◇ Test saves() started.\nCache.swift:3: a warning\nNothing timed out\n" + text + text
    let failure = Trace.Failure(in: output)
    #expect(failure?.file == "DocumentTests.swift" && failure?.line == 13)
    #expect(failure?.text.hasPrefix("Timed out after 1.00 s: saved") == true)
    #expect(Trace.Failure(in: "✘ Test saves() recorded an issue at DocumentTests.swift:13:21: 1 == 2") == nil)
  }

  @Test func file_cutAnywhere_isAnError() {
    let whole = Self.file([(2, [(10, 7, 1), (30, 0, 2)])])
    #expect(throws: TraceError("the trace is empty")) { try TraceFile(Data()) }
    // The end is room that no record uses.
    for count in 1..<whole.count - 3 * 24 {
      #expect(throws: TraceFile.damaged, "\(count) bytes") { try TraceFile(whole.prefix(count)) }
    }
  }
}
