import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The effect of stalls on waits and their texts. Each test blocks shared queues, so it runs in a process of its own.
@Suite(.realTime, .ownThreads) struct StallTests {
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
      Self.holdPool(for: 0.5)
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
      Self.exitUnless(FairClock.usualStallLimit == 2_500_000_000, 2, FairClock.usualStallLimit)
    }
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_STALL_LIMIT", "0", 1)
      Self.exitUnless(FairClock.usualStallLimit == 0, 2, FairClock.usualStallLimit)
      Self.exitUnless(!Engine.withLock { $0.clock.isFair }, 3, FairClock.usualStallLimit)
    }
  }

  @Test func stallLimit_thatCannotBeUsed_isToldOf_andHalfAMinute() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_STALL_LIMIT", "-1", 1)
      Self.exitUnless(FairClock.usualStallLimit == 30_000_000_000, 2, FairClock.usualStallLimit)
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
    // The times, and when the others answered, depend on the computer.
    let reported = try ChildProcess.reported(end)
    let headline =
      #/Timed out after 0\.20 s \([0-9.]+ s passed; for [0-9.]+ s .*the concurrency pool.* did not run\) waiting for "never"/#
    #expect(reported.first?.wholeMatch(of: headline) != nil, "\(reported)")
    #expect(reported.dropFirst().first == "  ✘ \"never\"  0 of 1   created at StallTests.swift:\(line)")
    let answers =
      #/  main queue: .+ · global queue: .+ · concurrency pool: NO ANSWER for [0-9.]+ s \([0-9]+ threads?, all blocked\?\)/#
    #expect(reported.dropFirst(2).first?.wholeMatch(of: answers) != nil, "\(reported)")
    #expect(reported.count == 3, "\(reported)")
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
      DispatchQueue.main.async { usleep(1_800_000) }
      let quiet = await Self.onThread {
        let done = Expectation("done")
        // It comes after the first check, so the clock awaits answers, and there is no deadline to check.
        DispatchQueue(label: "later").asyncAfter(deadline: .now() + 0.65) { done.fulfill() }
        done.wait(timeout: .seconds(Int64.max))
        let rest = 1_700_000_000 - MonotonicClock.now().since(start)
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
          blocking {
            recording {
              let done = Expectation("done")
              done.fulfill()
              return outcome(of: done, Expectation("\(number)"), timeout: .milliseconds(300))
            }.result
          }
        }
      }
      for wait in waits {
        let report = await wait.value
        // Its time passes while the clock stands still, so on that clock its end is before its beginning.
        let done = report.expectations[0]
        Self.exitUnless(done.isComplete && done.fulfillments[0].lateness == nil, 4, report)
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

  // MARK: What other waits block

  /// Waits for what `work` does, in several ways, and each for less time than the queue is blocked by other waits.
  private static func waitAll(
    for queue: QueueSet, _ number: Int32, _ work: (@escaping @Sendable () -> Void) -> Void
  ) {
    let (saved, flag, events) = (Expectation("saved"), Locked(false), Recorder<Int>("events"))
    work {
      saved.fulfill()
      flag.withLock { $0 = true }
      events.record(1)
    }
    let group = DispatchGroup()
    func also(_ problem: @escaping @Sendable () -> String?) {
      DispatchQueue(label: "waits").async(group: group) {
        if let problem = problem() { exitUnless(false, number, problem) }
      }
    }
    let limit = Duration.milliseconds(300)
    also {
      let report = outcome(of: saved, timeout: limit)
      let isNoted = report.stalls.contains { stall in
        stall.waits.contains { $0.queue == queue && $0.line.hasPrefix("StallTests.swift:") }
      }
      return report.outcome == .completed && report.uncounted > .milliseconds(100) && isNoted
        ? nil : "\(report) \(report.stalls)"
    }
    also { (try? eventually("set", timeout: limit) { flag.withLock { $0 } }) != nil ? nil : "eventually" }
    also { (try? events.next(timeout: limit)) == 1 ? nil : "next" }
    also { recording { never("set", for: limit) { flag.withLock { $0 } } }.result ? "never" : nil }
    group.wait()
  }

  @Test func mainQueue_thatAnotherWaitBlocks_isAStall_forAllButThatWait() async {
    await #expect(processExitsWith: .success) {
      let (isBlocked, other) = (Expectation("the wait begins"), Expectation("its report", of: WaitReport.self))
      DispatchQueue.main.async {
        isBlocked.fulfill()
        other.fulfill(outcome(of: Expectation("never"), timeout: .milliseconds(900)))
      }
      await isBlocked.wait()
      await Self.onThread {
        Self.waitAll(for: .main, 2) { work in DispatchQueue.main.async { work() } }
      }
      let report = try await other.wait()
      Self.exitUnless(report.outcome == .timedOut && report.elapsed < .seconds(5), 3, report)
      Self.exitUnless(report.uncounted < .milliseconds(400), 4, report)
    }
  }

  @Test func pool_thatOtherWaitsBlock_isAStall_forAllButTheseWaits() async {
    await #expect(processExitsWith: .success) {
      let reports = Expectation("reports", of: WaitReport.self, count: 1...)
      for _ in 0..<Blockage.poolSize {
        Task.detached(priority: .medium) {
          reports.fulfill(blocking { outcome(of: Expectation("never"), timeout: .milliseconds(900)) })
        }
      }
      await Self.onThread {
        while Blockage.pool.value < Blockage.poolSize { sched_yield() }
        Self.waitAll(for: .pool, 2) { work in Task.detached(priority: .medium) { work() } }
      }
      let report = try await reports.wait()
      Self.exitUnless(report.outcome == .timedOut && report.elapsed < .seconds(5), 3, report)
      Self.exitUnless(report.uncounted < .milliseconds(400), 4, report)
    }
  }

  /// Each of them would wait for the end of the other.
  @Test func waitsThatBlockBothQueues_timeOutAllTheSame() async {
    await #expect(processExitsWith: .success) {
      let reports = Expectation("reports", of: WaitReport.self, count: Blockage.poolSize + 1)
      @Sendable func block() {
        reports.fulfill(blocking { outcome(of: Expectation("never"), timeout: .milliseconds(500)) })
      }
      DispatchQueue.main.async { block() }
      for _ in 0..<Blockage.poolSize { Task.detached(priority: .medium) { block() } }
      await Self.onThread { _ = try? reports.wait(timeout: .seconds(5)) }
      let all = reports.values
      Self.exitUnless(all.count == Blockage.poolSize + 1, 2, all)
      Self.exitUnless(all.allSatisfy { $0.outcome == .timedOut && $0.elapsed < .seconds(10) }, 3, all)
    }
  }

  /// A condition whose evaluations keep the main queue from running.
  @Test func conditionThatBlocksTheMainQueue_isAStall_forOthers() async {
    await #expect(processExitsWith: .success) {
      let (isBlocked, isOver) = (Expectation("it begins"), Expectation("it is over", of: Bool.self))
      DispatchQueue.main.async {
        isBlocked.fulfill()
        let start = MonotonicClock.now()
        _ = recording {
          try? eventually("never", timeout: .milliseconds(900)) {
            usleep(20_000)
            return false
          }
        }
        isOver.fulfill(MonotonicClock.now().since(start) < 5_000_000_000)
      }
      await isBlocked.wait()
      let saved = Expectation("saved")
      DispatchQueue.main.async { saved.fulfill() }
      let report = await Self.onThread { outcome(of: saved, timeout: .milliseconds(300)) }
      Self.exitUnless(report.outcome == .completed && report.uncounted > .milliseconds(100), 2, report)
      let isInTime = try await isOver.wait()
      Self.exitUnless(isInTime, 3, isInTime)
    }
  }

  @Test func waitThatTimesOut_namesTheWaitThatBlocked() async throws {
    let line = #line + 1
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StallLimit.set(.milliseconds(400))
      let isBlocked = Expectation("the wait begins")
      DispatchQueue.main.async {
        isBlocked.fulfill()
        _ = outcome(of: Expectation("never"), timeout: .seconds(60))
      }
      await isBlocked.wait()
      let saved = Expectation("saved")
      DispatchQueue.main.async { saved.fulfill() }
      let report = await Self.onThread { recording { outcome(of: saved, timeout: .milliseconds(300)) }.result }
      Self.exitUnless(report.outcome == .timedOut, 2, report)
      ChildProcess.report(report.description.components(separatedBy: "\n"))
      // The main queue is blocked for much longer.
      exit(EXIT_SUCCESS)
    }
    let reported = try ChildProcess.reported(end)
    let text = try #require(reported.first)
    // On a busy computer, the process has stalls of its own, which the line names after this one.
    #expect(text.contains("the main queue, blocked by the wait at StallTests.swift:\(line),"), "\(text)")
    #expect(text.hasSuffix(" did not run) waiting for \"saved\""), "\(text)")
  }

  #if Stacks && os(Linux)
    /// The end of a wait waits until its reason has been looked for, which takes up to a second on a busy computer.
    @Test func stallAfterTheTimeWasUp_isNotTimeOfTheWait() async {
      await #expect(processExitsWith: .success) {
        let mayRead = DispatchSemaphore(value: 0)
        Inspections.perform { mayRead.wait() }
        Thread.detachNewThread { Expectation("beside it").wait(timeout: .seconds(60)) }
        let late = DispatchQueue(label: "late")
        late.asyncAfter(deadline: .now() + 0.8) { DispatchQueue.main.async { usleep(1_000_000) } }
        late.asyncAfter(deadline: .now() + 1.6) { mayRead.signal() }
        let host = RecordingHost(explainsTimeouts: true)
        _ = await Self.onThread {
          HostOverride.withHost(host) { Expectation("never").wait(timeout: .milliseconds(300)) }
        }
        guard let report = host.failures.first?.report else { exit(2) }
        Self.exitUnless(report.outcome == .timedOut && report.elapsed > .seconds(1), 3, report)
        Self.exitUnless(report.uncounted < .milliseconds(500), 4, report)
        exit(EXIT_SUCCESS)
      }
    }
  #endif

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
