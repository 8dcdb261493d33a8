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

  @Test func stall_isReportedOnce() {
    var monitor = ProgressMonitor(limit: 100_000_000)
    var check: (Bool, MonotonicInstant) = monitor.check(at: Self.at(60), lastProgress: Self.at(0))
    #expect(check == (false, Self.at(100)))
    check = monitor.check(at: Self.at(100), lastProgress: Self.at(0))
    #expect(check == (true, Self.at(200)))
    check = monitor.check(at: Self.at(200), lastProgress: Self.at(0))
    #expect(check == (false, Self.at(300)), "reported before")
    check = monitor.check(at: Self.at(300), lastProgress: Self.at(250))
    #expect(check == (false, Self.at(350)), "there was progress")
    check = monitor.check(at: Self.at(350), lastProgress: Self.at(250))
    #expect(check == (true, Self.at(450)))
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

  @Test func tests_thatRunWithoutAWait_areToldOfOncePerStall_untilTheyEnd() async throws {
    let (running, checked) = (Locked<[String]>(["A.a()"]), Expectation("checked again", count: 3...))
    let said = Recorder<String>("said")
    let watchdog = Watchdog(
      limit: 20_000_000,
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

  @Test(.ownThreads) func stall_isToldOfOnce_andTheWaitGoesOn() async throws {
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
  private static func consumeLate() async -> (isConsumed: Bool, line: Int) {
    let second = Recorder<Int>("second")
    DispatchQueue(label: "later").asyncAfter(deadline: .now() + 0.5) { second.record(1) }
    return (await second.skip(timeout: .seconds(60)), #line)
  }

  @Test(.ownThreads) func recorder_isNamedWithTheLineThatCreatedIt() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_WATCHDOG", "0.1", 1)
      setenv("EXPECTATIONS_STACKS", "0", 1)
      guard await Self.consumeLate().isConsumed else { exit(2) }
      exit(EXIT_SUCCESS)
    }
    let line = await Self.consumeLate().line
    let errors = try Self.errors(of: end)
    #expect(
      errors == [
        "Expectations: no wait has made progress for #. This wait is live:",
        "WatchdogTests.swift:\(line): Waiting for # of 60.00 s: \"second\"",
        "  ✘ \"second\"  0 of 1   created at WatchdogTests.swift:\(line - 2)",
      ])
  }

  @Test(.ownThreads) func progress_isNoStall() async throws {
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
        "Expectations: EXPECTATIONS_WATCHDOG=soon is not a positive decimal number; it is ignored."
      ])
  }
}
