import Dispatch
import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The effect of stalls on waits and their texts. Each test blocks shared queues, so it runs in a process of its own.
@Suite(.ownThreads) struct StallTests {
  private static func exitUnless(_ isTrue: Bool, _ number: Int32, _ report: @autoclosure () -> Any) {
    guard !isTrue else { return }
    StandardError.print("check \(number) failed:\n\(report())")
    exit(number)
  }

  /// Holds every thread of the pool at the priority of tests, for the given time.
  private static func holdPool(for seconds: Double) {
    for _ in 0..<2 * Blockage.poolSize {
      Task.detached(priority: .medium) { usleep(UInt32(seconds * 1e6)) }
    }
  }

  /// Runs `body` on a thread of its own, which a stall of the pool does not delay.
  private static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  @Test func whatTheHeldPoolHoldsUp_isNotTooLate() async {
    await #expect(processExitsWith: .success) {
      Self.holdPool(for: 1)
      let report = await Self.onThread {
        let saved = Expectation("saved")
        Task.detached(priority: .medium) { saved.fulfill() }
        return outcome(of: saved, timeout: .milliseconds(200))
      }
      Self.exitUnless(report.outcome == .completed, 2, report)
      Self.exitUnless(report.elapsed > .milliseconds(300) && report.uncounted > .milliseconds(100), 3, report)
      Self.exitUnless(report.stalls.contains { $0.targets.contains(.concurrencyPool) }, 4, report.stalls)
      Self.exitUnless(report.expectations[0].fulfillments[0].lateness == nil, 5, report)
    }
  }

  @Test func quietWindow_goesOnAfterAStall() async {
    await #expect(processExitsWith: .success) {
      Self.holdPool(for: 0.5)
      let report = await Self.onThread {
        let failed = Expectation("failed", count: 0)
        Task.detached(priority: .medium) { failed.fulfill() }
        return recording { outcome(of: failed, timeout: .milliseconds(200)) }.result
      }
      Self.exitUnless(report.outcome == .unexpectedFulfillment, 2, report)
    }
  }

  @Test func bodyThatTheHeldPoolHoldsUp_hasEndedInTime() async {
    await #expect(processExitsWith: .success) {
      let start = MonotonicClock.now()
      let (value, host) = await recording {
        try? await within(.milliseconds(200)) {
          Self.holdPool(for: 0.5)
          await Task.yield()
          return 7
        }
      }
      Self.exitUnless(MonotonicClock.now().since(start) > 300_000_000, 2, "the pool was not held")
      Self.exitUnless(value == 7 && host.problems.isEmpty, 3, host.problems)
    }
  }

  @Test func conditions_recorders_andSleepers_standStill_too() async {
    await #expect(processExitsWith: .success) {
      Self.holdPool(for: 0.6)
      await Self.onThread {
        let (flag, events, clock) = (Locked(false), Recorder<Int>("events"), ManualClock())
        Task.detached(priority: .medium) {
          flag.withLock { $0 = true }
          events.record(1)
          try await clock.sleep(for: .seconds(1))
        }
        let group = DispatchGroup()
        func also(_ number: Int32, _ body: @escaping @Sendable () -> Bool) {
          DispatchQueue(label: "waits").async(group: group) { Self.exitUnless(body(), number, number) }
        }
        let limit = Duration.milliseconds(200)
        also(2) { (try? eventually("set", timeout: limit) { flag.withLock { $0 } }) != nil }
        also(3) { (try? events.next(timeout: limit)) == 1 }
        also(4) { clock.sleepers(atLeast: 1, timeout: limit) }
        also(5) { !recording { never("set", for: limit) { flag.withLock { $0 } } }.result }
        group.wait()
      }
    }
  }

  @Test func stallLimit_isTheEnvironments() async {
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_STALL_LIMIT", "2.5", 1)
      Self.exitUnless(Timeouts.stallLimit == 2_500_000_000, 2, Timeouts.stallLimit)
    }
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_STALL_LIMIT", "0", 1)
      Self.exitUnless(Timeouts.stallLimit == 0, 2, Timeouts.stallLimit)
      Self.exitUnless(!Engine.withLock { $0.clock.isFair }, 3, Timeouts.stallLimit)
    }
  }

  @Test func stallLimit_thatCannotBeUsed_isToldOf_andHalfAMinute() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_STALL_LIMIT", "-1", 1)
      Self.exitUnless(Timeouts.stallLimit == 30_000_000_000, 2, Timeouts.stallLimit)
    }
    let errors = try ChildProcess.errors(end)
    #expect(
      errors == [
        "Expectations: EXPECTATIONS_STALL_LIMIT=-1 is not zero or a positive decimal number; it is ignored."
      ])
  }

  @Test func wedgedPool_failsWithTheStallLimit_andSaysSo() async throws {
    let line = #line + 1
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StallLimit.set(.milliseconds(300))
      Self.holdPool(for: 60)
      await Self.onThread {
        let report = recording { outcome(of: Expectation("never"), timeout: .milliseconds(200)) }.result
        Self.exitUnless(report.outcome == .timedOut, 2, report)
        Self.exitUnless(report.elapsed > .milliseconds(450) && report.elapsed < .seconds(30), 3, report)
        ChildProcess.report(report.description.components(separatedBy: "\n"))
        // The pool is held for much longer.
        exit(EXIT_SUCCESS)
      }
    }
    // The times, when the others answered, and what the threads did depend on the computer.
    let reported = try ChildProcess.reported(end)
    let headline =
      #/Timed out after 0\.20 s \([0-9.]+ s passed; for [0-9.]+ s .*the concurrency pool.* did not run\) waiting for "never"/#
    #expect(reported.first?.wholeMatch(of: headline) != nil, "\(reported)")
    #expect(reported.dropFirst().first == "  ✘ \"never\"  0 of 1   created at StallTests.swift:\(line)")
    let answers =
      #/  main queue: .+ · global queue: .+ · concurrency pool: NO ANSWER for [0-9.]+ s \([0-9]+ threads?, all blocked\?\)/#
    #expect(reported.dropFirst(2).first?.wholeMatch(of: answers) != nil, "\(reported)")
    #if os(Linux)
      #expect(reported.dropFirst(3).map { $0.prefix { $0 != ":" } } == ["  threads"], "\(reported)")
    #endif
  }

  /// Work that was queued shortly before the deadline has run.
  @Test func stallThatBeginsAfterTheLastRegularBeat_isNoticed() async {
    await #expect(processExitsWith: .success) {
      let report = await Self.onThread {
        let saved = Expectation("saved")
        DispatchQueue(label: "late").asyncAfter(deadline: .now() + 0.9) {
          Self.holdPool(for: 0.5)
          Task.detached(priority: .medium) { saved.fulfill() }
        }
        return outcome(of: saved, timeout: .milliseconds(1000))
      }
      Self.exitUnless(report.outcome == .completed, 2, report)
    }
  }

  @Test func stallThatBeginsJustBeforeTheEndOfACondition_isNoticed() async {
    await #expect(processExitsWith: .success) {
      let isDone = await Self.onThread {
        let flag = Locked(false)
        DispatchQueue(label: "late").asyncAfter(deadline: .now() + 0.93) {
          Self.holdPool(for: 0.5)
          Task.detached(priority: .medium) { flag.withLock { $0 = true } }
        }
        return (try? eventually("done", timeout: .seconds(1)) { flag.withLock { $0 } }) != nil
      }
      Self.exitUnless(isDone, 2, isDone)
    }
  }

  /// The last wait ends while the main queue is blocked. The block lasts longer than a stall and the next timeout
  /// together.
  @Test func stallWithoutAWait_takesNothingFromTheNextWait() async {
    await #expect(processExitsWith: .success) {
      StallLimit.set(.milliseconds(400))
      let start = MonotonicClock.now()
      DispatchQueue.main.async { usleep(2_500_000) }
      let quiet = await Self.onThread {
        let done = Expectation("done")
        // It comes after the first check, so the clock awaits answers, and there is no deadline to check.
        DispatchQueue(label: "later").asyncAfter(deadline: .now() + 0.65) { done.fulfill() }
        done.wait(timeout: .seconds(Int64.max))
        let rest = 2_400_000_000 - MonotonicClock.now().since(start)
        if rest > 0 { usleep(UInt32(rest / 1000)) }
        return outcome(of: Expectation("no", count: 0), timeout: .milliseconds(500))
      }
      Self.exitUnless(quiet.outcome == .completed && quiet.elapsed >= .milliseconds(500), 2, quiet)
    }
  }

  @Test func blockingWaitOnEveryThreadOfThePool_failsOnTime() async {
    await #expect(processExitsWith: .success) {
      let waits = (0..<Blockage.poolSize).map { number in
        Task.detached(priority: .medium) {
          blocking { recording { outcome(of: Expectation("\(number)"), timeout: .milliseconds(300)) }.result }
        }
      }
      for wait in waits {
        let report = await wait.value
        Self.exitUnless(report.outcome == .timedOut, 2, report)
        // If the clock stood still for it, it would do so up to the stall limit of 30 s.
        Self.exitUnless(report.uncounted < .seconds(10), 3, report)
      }
    }
  }

  @Test func blockingWaitInAJobOfTheMainQueue_failsOnTime() async {
    await #expect(processExitsWith: .success) {
      let report = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          let saved = Expectation("saved")
          DispatchQueue.main.async { saved.fulfill() }
          continuation.resume(returning: recording { outcome(of: saved, timeout: .milliseconds(300)) }.result)
        }
      }
      Self.exitUnless(report.outcome == .timedOut && report.uncounted < .seconds(10), 2, report)
    }
  }

  @Test func processThatWasStopped_hasUsedUpNoTime() async {
    await #expect(processExitsWith: .success) {
      let saved = Expectation("saved")
      DispatchQueue(label: "stop").asyncAfter(deadline: .now() + 0.1) {
        let waker = Process()
        waker.executableURL = URL(fileURLWithPath: "/bin/sh")
        waker.arguments = ["-c", "kill -STOP \(getpid()); sleep 1; kill -CONT \(getpid())"]
        try? waker.run()
      }
      DispatchQueue(label: "soon").asyncAfter(deadline: .now() + 0.3) { saved.fulfill() }
      let report = await outcome(of: saved, timeout: .milliseconds(500))
      Self.exitUnless(report.outcome == .completed, 2, report)
      Self.exitUnless(report.elapsed > .milliseconds(900) && report.uncounted > .milliseconds(400), 3, report)
      Self.exitUnless(report.stalls.contains { $0.targets == [.process] }, 4, report.stalls)
    }
  }

  @Test func process_withoutKeysForThreads_waitsAllTheSame() async {
    await #expect(processExitsWith: .success) {
      var key = pthread_key_t()
      while pthread_key_create(&key, nil) == 0 {}
      let reports = await Self.onThread {
        let timer = Timer(timeInterval: 60, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        defer { timer.invalidate() }
        let saved = Expectation("saved")
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { saved.fulfill() }
        return outcome(of: saved, timeout: .seconds(5))
      }
      Self.exitUnless(reports.outcome == .completed, 2, reports)
      // Skip the leak check: Foundation leaks an object that it cannot keep for a thread.
      _exit(EXIT_SUCCESS)
    }
  }
}
