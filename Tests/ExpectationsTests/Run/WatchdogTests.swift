import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The messages of the watchdog about waits that make no progress.
@Suite struct WatchdogTests {
  private static func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  /// What each check decides, and in how many milliseconds the next one comes.
  private static func checks(
    _ reportSeconds: Double?, _ endSeconds: Double?, _ checks: [(now: Int64, lastProgress: Int64)]
  ) throws -> [String] {
    var monitor = ProgressMonitor(
      try #require(Watchdog.Limits(reportSeconds: reportSeconds, endSeconds: endSeconds)))
    return checks.map { now, lastProgress in
      let (verdict, next) = monitor.check(at: at(now), lastProgress: at(lastProgress))
      return "\(verdict) \(next.since(at(now)) / 1_000_000)"
    }
  }

  @Test func stall_isReportedOnce() throws {
    let decided = try Self.checks(0.1, nil, [(60, 0), (100, 0), (200, 0), (300, 250), (350, 250)])
    #expect(decided == ["goOn 40", "report 100", "goOn 100", "goOn 50", "report 100"])
  }

  @Test func hang_endsTheProcess_afterTheReportOfTheStall() throws {
    let decided = try Self.checks(0.1, 0.25, [(100, 0), (200, 0), (250, 0)])
    #expect(decided == ["report 100", "goOn 50", "end 250"])
    #expect(try Self.checks(0.5, 0.2, [(100, 0), (200, 0)]) == ["goOn 100", "end 200"])
    #expect(try Self.checks(nil, 0.2, [(100, 0), (200, 150), (350, 150)]) == ["goOn 100", "goOn 150", "end 200"])
  }

  /// Checks for as long as the process runs: `delay` after each check is due, and not in a stop. Returns the seconds at
  /// which a process without progress ends.
  private static func end(
    limit: Double, delay: Int64 = 0, stop: Range<Int64> = 0..<0, progress: Int64 = 0
  ) throws -> Int64 {
    var monitor = ProgressMonitor(try #require(Watchdog.Limits(reportSeconds: nil, endSeconds: limit)))
    var now = monitor.start(at: at(0))
    while true {
      now = now.advanced(by: delay * 1_000_000)
      if stop.contains(now.nanoseconds / 1_000_000) { now = at(stop.upperBound) }
      let lastProgress = now >= at(progress) ? at(progress) : at(0)
      let (verdict, next) = monitor.check(at: now, lastProgress: lastProgress)
      if verdict == .end { return now.nanoseconds / 1_000_000_000 }
      now = next
    }
  }

  @Test func timeInWhichTheProcessWasStopped_doesNotCount() throws {
    #expect(try Self.end(limit: 60) == 60)
    #expect(try Self.end(limit: 60, delay: 900) == 60, "a busy computer")
    // A check is due within the second in which the process is stopped.
    #expect((559...561).contains(try Self.end(limit: 60, stop: 10_500..<510_500)))
    #expect((559...561).contains(try Self.end(limit: 60, stop: 58_500..<558_500)))
    #expect((569...571).contains(try Self.end(limit: 60, stop: 20_500..<520_500, progress: 10_000)))
    // Progress between the end of the stop and the check.
    #expect((570...572).contains(try Self.end(limit: 60, delay: 200, stop: 10_500..<510_500, progress: 510_400)))
  }

  @Test func limits_followTheVariables() throws {
    func limits(_ report: Double?, _ end: Double?, ci: String?, haveTests: Bool = true) -> [Int64?]? {
      Watchdog.Limits(reportSeconds: report, endSeconds: end, ci: ci, haveTests: haveTests).map {
        [$0.report, $0.end].map { $0.map { $0 / 1_000_000_000 } }
      }
    }
    for no in [nil, "", "0", "false", "False"] { #expect(limits(nil, nil, ci: no) == nil) }
    for yes in ["true", "1", "woodpecker"] { #expect(limits(nil, nil, ci: yes) == [300, nil]) }
    #expect(limits(30, nil, ci: nil) == [30, nil])
    #expect(limits(30, 60, ci: "true") == [30, 60])
    #expect(limits(0, nil, ci: "true") == nil, "off")
    #expect(limits(0, 60, ci: "true") == [nil, 60])
    #expect(limits(nil, 60, ci: nil) == [nil, 60])
    #expect(limits(nil, 600, ci: "true", haveTests: false) == [300, 600], "no test has begun yet")
    #expect(limits(nil, nil, ci: "true", haveTests: false) == nil, "a program")
  }

  /// The end of the process needs time, to find where everything stands.
  @Test func progressDuringTheReport_keepsTheProcess() async throws {
    let (said, ended) = (Recorder<String>("said"), Locked(false))
    let running = Locked<(@Sendable () -> Void)?>(nil)
    let watchdog = Watchdog(
      try #require(.init(reportSeconds: nil, endSeconds: 0.05)), tests: { ["A.a()"] },
      inspection: {
        // The test goes on, once.
        running.withLock { $0.take() }?()
        return nil
      },
      print: said.handler, end: HangEnd(prepare: { _ in {} }, end: { ended.withLock { $0 = true } }))
    running.withLock { $0 = { watchdog.testsChanged() } }
    watchdog.testsChanged()
    let end = "Expectations: the process ends with exit code 79, because EXPECTATIONS_HANG_LIMIT is set."
    await said.skip(1)
    #expect(
      try await said.next() == "Expectations: the run goes on, because something has made progress in the meantime.")
    await said.skip(1)
    #expect(try await said.next() == end)
    try await eventually("it ends") { ended.withLock { $0 } }
    said.dismiss()
  }

  @Test func text_namesEveryWait() {
    let reports = [CallingContext.mainThread, .suspended].map {
      SampleReport.report(.timedOut, [SampleReport.entry("saved")], limit: .seconds(60), context: $0)
    }
    let waits = zip(reports, ["DocumentTests.testSave", nil]).map {
      LiveWait(started: Self.at(0), lastProgress: Self.at(0), report: $0, test: $1)
    }
    #expect(
      LiveWait.text(of: waits, stalledFor: 30_000_000_000) == """
        Expectations: no wait has made progress for 30.00 s. These 2 waits are live:
        DocumentTests.swift:40, in test DocumentTests.testSave, on main thread: Waiting for 5.00 s of 60.00 s: "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        DocumentTests.swift:40: Waiting for 5.00 s of 60.00 s: "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        """)
  }

  @Test func text_namesEveryTest() {
    #expect(
      Watchdog.text(of: ["DocumentTests.testSave"], silentFor: 30_000_000_000) == """
        Expectations: no wait has begun or ended for 30.00 s, and none is live. This test is running:
          DocumentTests.testSave
        """)
    #expect(
      Watchdog.text(of: ["A.a()", "B.b()"], silentFor: 30_000_000_000) == """
        Expectations: no wait has begun or ended for 30.00 s, and none is live. These 2 tests are running:
          A.a()
          B.b()
        """)
  }

  @Test func text_namesTheTestsOfTasks_unlessTheyAreKnown() {
    let unknown = "Expectations: which tests run is not known."
    #expect(Watchdog.text(ofTasks: [], besides: []) == unknown)
    #expect(Watchdog.text(ofTasks: [], besides: ["A.a()"]) == nil)
    #expect(Watchdog.text(ofTasks: ["a()"], besides: ["A.a()"]) == nil)
    #expect(
      Watchdog.text(ofTasks: ["a()"], besides: []) == """
        Expectations: the names of tasks say that this test is running:
          a()
        """)
    // A known test stands for one of that name.
    #expect(
      Watchdog.text(ofTasks: ["a()", "a()", "ba()"], besides: ["A.a()"]) == """
        Expectations: the names of tasks say that these 3 tests are running:
          a()
          a()
          ba()
        """)
  }

  @Test func tests_thatRunWithoutAWait_areToldOfOncePerStall_untilTheyEnd() async throws {
    let (running, checked) = (Locked<[String]>(["A.a()"]), Expectation("checked again", count: 3...))
    let said = Recorder<String>("said")
    let watchdog = Watchdog(
      try #require(.init(reportSeconds: 0.02, endSeconds: nil)),
      tests: {
        checked.fulfill()
        return running.withLock { $0 }
      },
      inspection: { nil }, print: said.handler)
    watchdog.testsChanged()
    let headline = "Expectations: no wait has begun or ended for #, and none is live. This test is running:"
    #expect(SteadyText.of(try await said.next()) == "\(headline)\n  A.a()")
    await checked.wait()
    #expect(said.unconsumed == [])
    running.withLock { $0 = ["B.b()"] }
    watchdog.testsChanged()
    #expect(SteadyText.of(try await said.next()) == "\(headline)\n  B.b()")
    running.withLock { $0 = [] }
    watchdog.testsChanged()
    await said.expectNone(for: .milliseconds(100))
  }

  /// The environment enables the watchdog, so each test of it runs in a process of its own.
  private static func errors(of result: ExitTest.Result) throws -> [String] {
    try ChildProcess.errors(result).map { SteadyText.of($0) }.filter { !$0.isEmpty }
  }

  @Test(.realTime, .ownThreads) func stall_isToldOfOnce_andTheWaitGoesOn() async throws {
    let line = #line + 1
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_WATCHDOG", "0.1", 1)
      setenv("EXPECTATIONS_STACKS", "0", 1)
      let (first, second) = (Expectation("first"), Expectation("second"))
      first.fulfill()
      DispatchQueue(label: "later").asyncAfter(deadline: .now() + 0.5) { second.fulfill() }
      guard await wait(for: first, second, timeout: .seconds(60)) else { exit(2) }
      exit(EXIT_SUCCESS)
    }
    let errors = try Self.errors(of: end)
    #expect(
      errors == [
        "Expectations: no wait has made progress for #. This wait is live:",
        "WatchdogTests.swift:\(line): Waiting for # of 60.00 s: \"second\": 1 of 2 expectations complete",
        "  ✔ \"first\"   before the wait  WatchdogTests.swift:\(line), concurrency pool",
        "  ✘ \"second\"  0 of 1   created at WatchdogTests.swift:\(line)",
      ])
  }

  /// In the body of an exit test, every line is the line of its beginning.
  private static func consumeLate() async -> Bool {
    let second = Recorder<Int>("second")
    DispatchQueue(label: "later").asyncAfter(deadline: .now() + 0.5) { second.record(1) }
    return await second.skip(timeout: .seconds(60))
  }

  private static let consumeLateLine = #line - 3

  @Test(.realTime, .ownThreads) func recorder_isNamedWithTheLineThatCreatedIt() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_WATCHDOG", "0.1", 1)
      setenv("EXPECTATIONS_STACKS", "0", 1)
      guard await Self.consumeLate() else { exit(2) }
      exit(EXIT_SUCCESS)
    }
    let line = Self.consumeLateLine
    let errors = try Self.errors(of: end)
    #expect(
      errors == [
        "Expectations: no wait has made progress for #. This wait is live:",
        "WatchdogTests.swift:\(line): Waiting for # of 60.00 s: \"second\"",
        "  ✘ \"second\"  0 of 1   created at WatchdogTests.swift:\(line - 2)",
      ])
  }

  @Test(.realTime, .ownThreads) func progress_isNoStall() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_WATCHDOG", "0.4", 1)
      let (often, queue) = (Expectation("often", count: 8), DispatchQueue(label: "later"))
      for number in 1...8 {
        queue.asyncAfter(deadline: .now() + 0.1 * Double(number)) { often.fulfill() }
      }
      guard await often.wait(timeout: .seconds(60)) else { exit(2) }
      exit(EXIT_SUCCESS)
    }
    let errors = try Self.errors(of: end)
    #expect(errors == [])
  }

  @Test(.ownThreads) func badValue_isReported_andIgnored() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_WATCHDOG", "soon", 1)
      for _ in 0..<2 { _ = await recording { await outcome(of: Expectation("never"), timeout: .milliseconds(1)) } }
      exit(EXIT_SUCCESS)
    }
    #expect(
      try Self.errors(of: end) == [
        "Expectations: EXPECTATIONS_WATCHDOG=soon is not zero or a positive decimal number; it is ignored."
      ])
  }
}
