import Dispatch
import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// Waits that measure their timeout on another clock, and windows that end with an expectation.
@Suite struct ClockWaitTests {
  private let clock = ManualClock()

  @Test func wait_whenItsClockPassesTheTimeout_timesOut() async {
    let line = #line
    let expectation = Expectation("saved")
    let (report, host) = await recording {
      async let report = outcome(of: expectation, timeout: .seconds(3600), clock: clock)
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(3600))
      return await report
    }
    #expect(report.outcome == .timedOut)
    #expect(report.limit == .seconds(3600))
    #expect(report.elapsedOnClock == .seconds(3600))
    #expect(
      SteadyText.of(report.description) == """
        Timed out after 3600.00 s on its clock waiting for "saved"
          ✘ "saved"  0 of 1   created at ClockWaitTests.swift:\(line + 1)
        """)
    #expect(host.problems.isEmpty)
    #expect(clock.sleepers.isEmpty)
  }

  @Test func wait_fulfilledBeforeItsClockMoves_completes() async {
    let expectation = Expectation("saved")
    async let isComplete = expectation.wait(timeout: .seconds(10), clock: clock)
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(9))
    expectation.fulfill()
    #expect(await isComplete)
    #expect(clock.sleepers.isEmpty)
  }

  @Test func wait_whoseClockStandsStill_isBoundedInRealTime() async {
    let line = #line
    let expectation = Expectation("saved")
    let report = await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) {
      await outcome(of: expectation, timeout: .seconds(10), clock: clock)
    }
    #expect(report.outcome == .timedOut)
    #expect(report.elapsedOnClock == .zero)
    #expect(
      SteadyText.of(report.description) == """
        Gave up after # of real time, with 0 s of 10.00 s elapsed on its clock waiting for "saved"
          ✘ "saved"  0 of 1   created at ClockWaitTests.swift:\(line + 1)
        """)
    #expect(clock.sleepers.isEmpty)
  }

  @Test func window_whoseClockStandsStill_isNoSuccess() async {
    let error = Expectation("error", count: 0)
    let report = await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) {
      await outcome(of: error, timeout: .seconds(10), clock: clock)
    }
    #expect(report.outcome == .timedOut)
  }

  @Test func window_whenItsClockPassesIt_completes() async {
    let error = Expectation("error", count: 0)
    async let isQuiet = error.wait(timeout: .seconds(10), clock: clock)
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(10))
    #expect(await isQuiet)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)]) func wait_withoutTime_looksOnce(timeout: Duration) async {
    let (done, missing) = (Expectation("done"), Expectation("missing"))
    done.fulfill()
    #expect(await done.wait(timeout: timeout, clock: clock))
    #expect(await outcome(of: missing, timeout: timeout, clock: clock).outcome == .timedOut)
  }

  @Test func standardClocks_areTheMachines() async {
    let expectation = Expectation("saved")
    let report = await outcome(of: expectation, timeout: .milliseconds(5), clock: ContinuousClock())
    #expect(report.outcome == .timedOut)
    #expect(report.elapsedOnClock == nil)
  }

  /// A clock from outside the library.
  private struct ForeignClock: Clock {
    let manual: ManualClock
    var now: ManualClock.Instant { manual.now }
    var minimumResolution: Duration { manual.minimumResolution }
    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      try await manual.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func wait_onAnyClock_isTimedByIt() async {
    let expectation = Expectation("saved")
    async let report = outcome(of: expectation, timeout: .seconds(60), clock: ForeignClock(manual: clock))
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(60))
    #expect(await report.outcome == .timedOut)
    #expect(await report.elapsedOnClock == .seconds(60))
  }

  // MARK: Windows until an expectation

  @Test func window_endsWhenTheSignalComes() async {
    let (error, done) = (Expectation("error", count: 0), Expectation("done"))
    async let isQuiet = error.wait(timeout: .seconds(3600), until: done)
    done.fulfill()
    #expect(await isQuiet)
  }

  @Test func window_whoseSignalHasCome_isOverAtOnce() async {
    let (error, done) = (Expectation("error", count: 0), Expectation("done"))
    done.fulfill()
    #expect(await wait(for: error, timeout: .seconds(3600), until: done))
    #expect(blocking { wait(for: [error], timeout: .seconds(3600), until: done) })
  }

  @Test func window_whoseSignalDoesNotCome_lastsForItsTimeout_andFails() async {
    let (isQuiet, _) = await recording {
      let (error, done) = (Expectation("error", count: 0), Expectation("done"))
      return await error.wait(timeout: .milliseconds(5), until: done)
    }
    #expect(!isQuiet)
  }

  @Test func blockingWindow_endsWhenTheSignalComes() {
    let (error, done) = (Expectation("error", count: 0), Expectation("done"))
    DispatchQueue.global().async { done.fulfill() }
    #expect(error.wait(timeout: .seconds(3600), until: done))
  }

  /// The default timeout, the machine's clock, and the `until` expectation do not end the window early.
  @Test(arguments: [true, false]) func windowUntilASignal_lastsForItsTimeoutOnItsClock(isBlocking: Bool) async {
    let line = #line
    let (isQuiet, host) = await recording {
      let clock = ManualClock()
      let (error, done) = (Expectation("error", count: 0), Expectation("done"))
      let ended = Expectation("ended", of: Bool.self)
      if isBlocking {
        Thread { ended.fulfill(error.wait(timeout: .seconds(100), until: done, clock: clock)) }.start()
      } else {
        Task { ended.fulfill(await error.wait(timeout: .seconds(100), until: done, clock: clock)) }
      }
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(50))
      error.fulfill()
      return try? await ended.wait(timeout: .seconds(10))
    }
    #expect(isQuiet == false)
    #expect(
      host.records == [
        """
        ClockWaitTests.swift:\(line + 12): failure: "error" must not happen, but was fulfilled: \
        ClockWaitTests.swift:\(line + 12), concurrency pool
          waited for at ClockWaitTests.swift:\(line + (isBlocking ? 6 : 8))
          created at ClockWaitTests.swift:\(line + 3)
        """
      ])
  }

  @Test func windowUntilNothing_lastsForItsTimeout() async {
    let error = Expectation("error", count: 0)
    #expect(await error.wait(timeout: .milliseconds(5), until: nil))
    #expect(blocking { error.wait(timeout: .milliseconds(5), until: nil) })
  }

  @Test func window_brokenBeforeTheSignal_fails() async {
    let line = #line
    let (report, host) = await recording {
      let (error, done) = (Expectation("error", count: 0), Expectation("done"))
      error.fulfill()
      done.fulfill()
      #expect(await !error.wait(timeout: .seconds(3600), until: done))
      return await outcome(of: error, timeout: .seconds(3600), until: done)
    }
    #expect(report.outcome == .unexpectedFulfillment)
    #expect(
      host.records == [
        """
        ClockWaitTests.swift:\(line + 3): failure: "error" must not happen, but was fulfilled: \
        ClockWaitTests.swift:\(line + 3), concurrency pool
          waited for at ClockWaitTests.swift:\(line + 5)
          created at ClockWaitTests.swift:\(line + 2)
        """
      ])
  }

  @Test func signal_thatFails_endsTheWait() async {
    struct Lost: Error {}
    let (error, done) = (Expectation("error", count: 0), Expectation("done", of: Int.self))
    done.fulfill(throwing: Lost())
    let report = await outcome(of: error, timeout: .seconds(3600), until: done)
    #expect(report.outcome == .threw)
    #expect(report.error is Lost)
  }

  @Test func waitedFor_besideTheWindow_isStillWaitedFor() async {
    let (saved, error, done) = (Expectation("saved"), Expectation("error", count: 0), Expectation("done"))
    done.fulfill()
    #expect(await outcome(of: saved, error, timeout: .milliseconds(5), until: done).outcome == .timedOut)
    saved.fulfill()
    #expect(await wait(for: saved, error, timeout: .seconds(3600), until: done))
  }

  @Test func signal_alone_isNothingToWaitFor() async {
    let done = Expectation("done")
    done.fulfill()
    #expect(await outcome(of: [], timeout: .zero, until: done).outcome == .cannotComplete("nothing to wait for"))
    #expect(done.fulfillmentCount == 1)
  }
}
