import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The file that lists every wait of a run.
@Suite struct LedgerTests {
  /// The lines of a file, which must all be complete.
  private static func lines(of path: String) throws -> [LedgerLine] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.isEmpty || text.last == "\n")
    return try text.split(separator: "\n").map { try JSONDecoder().decode(LedgerLine.self, from: Data($0.utf8)) }
  }

  /// A file name that a process and its children can both derive.
  private static func path(_ name: String, of process: pid_t) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(name)-\(process)").path
  }

  @Test(.ownThreads) func everyWait_isALine() async throws {
    let path = Self.path("every", of: getpid())
    let start = Date().timeIntervalSince1970
    defer { unlink(path) }
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_REPORT", Self.path("every", of: getppid()), 1)
      _ = await recording {
        let (saved, sent) = (Expectation("saved"), Expectation("sent"))
        saved.fulfill()
        await saved.wait(timeout: .seconds(5))
        await wait(for: saved, sent, timeout: .milliseconds(20), enforceOrder: true)
        _ = await wait(forAnyOf: saved, sent)
        blocking { _ = Expectation("no", count: 0).wait(timeout: .milliseconds(1)) }
        try? await eventually("holds") { true }
        await never("comes", for: .milliseconds(1)) { false }
        let progress = Recorder<Int>("progress")
        await progress.expectNone(for: .milliseconds(1))
        progress.recordEnd()
        try? await progress.finish()
        let numbers = Recorder<Int>("numbers")
        for number in 1...3 { numbers.record(number) }
        _ = try? await numbers.next()
        await numbers.skip(2)
        _ = Expectation("forgotten")
      }
    }
    // Inside the macro, every line is the line of its name.
    let line = #line - 23
    let lines = try Self.lines(of: path)
    #expect(
      lines.map { "\($0.kind) \($0.outcome)" } == [
        "all completed", "inOrder timedOut", "any completed", "mustNotHappen completed", "condition completed",
        "mustNotHappen completed", "mustNotHappen completed", "recording completed", "recording completed",
        "recording completed", "neverAwaited neverAwaited",
      ])
    #expect(lines.allSatisfy { $0.line == line })
    #expect(lines.allSatisfy { $0.file == "ExpectationsTests/LedgerTests.swift" })
    #expect(lines[1].description == "\"saved\", \"sent\"")
    #expect(lines[1].used >= 0.02 && lines[1].allowed == 0.02)
    #expect(lines.last?.allowed == nil)
    #expect(lines.allSatisfy { $0.version == 1 })
    // All waits are of the one child, and begin one after the other.
    #expect(Set(lines.map(\.process)).count == 1 && lines[0].process != getpid() && lines[0].process != nil)
    let times = lines.dropLast().map { $0.began ?? 0 }
    #expect(times == times.sorted() && times[0] >= start - 1 && times[9] <= Date().timeIntervalSince1970 + 1)
    #expect(times[2] - times[1] >= 0.02, "the next wait begins after the one of 20 ms")
    #expect(lines.last?.began == nil)
  }

  @Test(.ownThreads) func lateFulfillment_isALineAtTheWaitThatItMissed() async throws {
    let path = Self.path("late", of: getpid())
    defer { unlink(path) }
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_REPORT", Self.path("late", of: getppid()), 1)
      _ = await recording {
        let saved = Expectation("saved")
        await saved.wait(timeout: .milliseconds(20))
        saved.fulfill()
      }
    }
    let lines = try Self.lines(of: path)
    #expect(
      lines.map { "\($0.kind) \($0.outcome) \($0.description)" } == [
        "all timedOut \"saved\"", "late late \"saved\"",
      ])
    let (wait, late) = (try #require(lines.first), try #require(lines.dropFirst().first))
    #expect(late.line == wait.line && late.file == wait.file && late.process == wait.process)
    #expect(late.allowed == nil && late.used > 0)
    #expect(try #require(late.began) >= #require(wait.began) + 0.02)
  }

  @Test(.ownThreads) func otherClock_andJudgingCaller_areTold_andTheTimesAreReal() async throws {
    let path = Self.path("clock", of: getpid())
    defer { unlink(path) }
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_REPORT", Self.path("clock", of: getppid()), 1)
      _ = await recording {
        let clock = ManualClock()
        await clock.advance(by: .seconds(1000))
        let sent = Expectation("sent")
        _ = await outcome(of: sent, timeout: .milliseconds(1))
        async let isSent = sent.wait(timeout: .seconds(60), clock: clock)
        await clock.sleepers(atLeast: 1)
        await clock.advance(by: .seconds(45))
        sent.fulfill()
        _ = await isSent
        try? await eventually("holds", timeout: .seconds(60), clock: clock) { true }
        let numbers = Recorder<Int>("numbers")
        numbers.record(1)
        _ = try? await numbers.next(timeout: .seconds(60), clock: clock)
        await numbers.expectNone(for: .zero, clock: clock)
      }
    }
    let lines = try Self.lines(of: path)
    #expect(
      lines.map(\.outcome) == ["timedOut", "completed", "completed", "completed", "completed"], "\(lines)")
    #expect(lines.map(\.judgedByCaller) == [true, nil, nil, nil, nil])
    #expect(lines.map(\.usedOnClock) == [nil, 45, 0, 0, 0])
    #expect(lines.map(\.allowedOnClock) == [nil, 60, 60, 60, 0])
    #expect(lines.map(\.allowed) == [0.001, 5, 5, 5, 0])
    #expect(lines.allSatisfy { $0.used < 45 }, "the clock moved by 45 s in an instant")
  }

  @Test(.ownThreads) func errorThatIsExpected_isASuccess_andABodyIsALine() async throws {
    let path = Self.path("errors", of: getpid())
    defer { unlink(path) }
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_REPORT", Self.path("errors", of: getppid()), 1)
      _ = await recording {
        let (failed, done) = (Expectation("failed"), Expectation("done"))
        failed.fulfill(throwing: CancellationError())
        done.fulfill()
        _ = try? await failed.failure()
        _ = try? await done.failure()
        try? await within(.milliseconds(1), description: "body") { try await Task.sleep(for: .seconds(3600)) }
      }
    }
    #expect(
      try Self.lines(of: path).map { "\($0.kind) \($0.outcome) \($0.description)" } == [
        "all completed \"failed\"", "all unexpectedFulfillment \"done\"", "all timedOut \"body\"",
      ])
  }

  @Test(.ownThreads) func manyThreads_andManyWriters_doNotMix() throws {
    let path = Self.path("many", of: getpid())
    defer { unlink(path) }
    let line = LedgerLine(
      kind: .all, test: "test", description: String(repeating: "x", count: 3000), file: "A/B.swift", line: 1,
      outcome: "completed", used: 0.5, allowed: 1)
    // Two descriptors, like those of two processes.
    let ledgers = [try #require(Ledger(path)), try #require(Ledger(path))]
    DispatchQueue.concurrentPerform(iterations: 1000) { ledgers[$0 % 2].append(line) }
    let lines = try Self.lines(of: path)
    #expect(lines.count == 1000)
    #expect(lines.allSatisfy { $0 == line })
  }

  @Test(.realTime, .ownThreads) func killedInTheMiddle_leavesWholeLines_butForTheLast() async throws {
    let path = Self.path("killed", of: getpid())
    defer { unlink(path) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      setenv("EXPECTATIONS_REPORT", Self.path("killed", of: getppid()), 1)
      let done = Expectation("done")
      done.fulfill()
      DispatchQueue(label: "killer").asyncAfter(deadline: .now() + 0.1) { kill(getpid(), SIGKILL) }
      while true { await done.wait() }
    }
    let whole = try #require(try String(contentsOfFile: path, encoding: .utf8).lastIndex(of: "\n"))
    try String(contentsOfFile: path, encoding: .utf8)[...whole].write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try Self.lines(of: path).count > 1)
  }

  @Test func lineThatIsCutOff_isEndedByTheNextProcess() throws {
    let path = Self.path("cut", of: getpid())
    defer { unlink(path) }
    try Data(#"{"kind":"a"#.utf8).write(to: URL(fileURLWithPath: path))
    let line = LedgerLine(
      kind: .all, test: nil, description: "saved", file: "A/B.swift", line: 1, outcome: "completed", used: 0.5,
      allowed: 1)
    for _ in 1...2 { try #require(Ledger(path)).append(line) }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.map(\.first) == ["{", "{", "{", nil])
    #expect(lines[0] == #"{"kind":"a"#)
  }

  @Test(.ownThreads) func fileThatCannotBeWritten_isReportedOnce_andIgnored() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_REPORT", "/nowhere/ledger", 1)
      let done = Expectation("done")
      done.fulfill()
      for _ in 0..<3 { await done.wait() }
    }
    #expect(
      try ChildProcess.errors(end) == [
        "Expectations: EXPECTATIONS_REPORT=/nowhere/ledger cannot be written (No such file or directory); there is no report."
      ])
  }
}
