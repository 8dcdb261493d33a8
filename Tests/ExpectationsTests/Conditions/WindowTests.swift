import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

@Suite struct WindowTests {

  @Test(arguments: [true, false]) func window_endsWithTheSignal(hasFailed: Bool) async {
    struct Lost: Error {}
    let saved = Expectation("saved", of: Int.self)
    async let isQuiet = never("error shown", for: .seconds(3600), until: saved) { false }
    if hasFailed { saved.fulfill(throwing: Lost()) } else { saved.fulfill(1) }
    #expect(await isQuiet)
  }

  @Test func window_thatBreaksWithTheSignal_isLookedAtOnceMore() async {
    let line = #line
    let saved = Expectation("saved")
    saved.fulfill()
    let (holds, host) = await recording { await never("error shown", for: .seconds(3600), until: saved) { true } }
    #expect(!holds)
    #expect(
      host.records == [
        """
        WindowTests.swift:\(line + 3): failure: "error shown" must not come true, but did after # of 3600.00 s
          tried once, the last value was true
        """
      ])
  }

  @Test func signal_thatDoesNotCome_isNamedInTheReport() async {
    let line = #line
    let (deleted, saved) = (Expectation("deleted", count: 0), Expectation("saved"))
    let whole = await outcome(of: deleted, timeout: .milliseconds(5), until: saved)
    #expect(whole.outcome == .timedOut)
    #expect(whole.missingSignal == "saved")
    #expect(
      SteadyText.of(whole.description) == """
        Timed out after 0.005 s waiting for the signal "saved", which ends the wait
          ✔ "deleted"  0, must not happen   created at WindowTests.swift:\(line + 1)
          ✘ "saved"    0 of 1   created at WindowTests.swift:\(line + 1)
        """)
    saved.fulfill()
    #expect(await outcome(of: deleted, timeout: .seconds(60), until: saved).missingSignal == nil)
  }

  @Test func signal_thatDoesNotCome_besideWhatDoesNotCome_isMissingToo() async {
    let line = #line
    let (opened, deleted) = (Expectation("opened"), Expectation("deleted", count: 0))
    let saved = Expectation("saved")
    let report = await outcome(of: opened, deleted, timeout: .milliseconds(5), until: saved)
    #expect(
      SteadyText.of(report.description) == """
        Timed out after 0.005 s waiting for "opened" and 1 more: 0 of 2 expectations complete
          ✘ "opened"   0 of 1   created at WindowTests.swift:\(line + 1)
          ✔ "deleted"  0, must not happen   created at WindowTests.swift:\(line + 1)
          ✘ "saved"    0 of 1   created at WindowTests.swift:\(line + 2)
        """)
  }

  @Test func signal_thatDoesNotCome_failsTheWaitAtItsLine() async {
    let line = #line
    let (isQuiet, host) = await recording {
      let (deleted, saved) = (Expectation("deleted", count: 0), Expectation("saved"))
      let isQuiet = await deleted.wait(timeout: .milliseconds(5), until: saved)
      saved.fulfill()
      return isQuiet
    }
    #expect(!isQuiet)
    #expect(
      host.failures.map { SteadyText.of($0.text) } == [
        """
        Timed out after 0.005 s waiting for the signal "saved", which ends the wait
          ✔ "deleted"  0, must not happen   created at WindowTests.swift:\(line + 2)
          ✘ "saved"    0 of 1   created at WindowTests.swift:\(line + 2)
        """
      ])
    #expect(host.failures.map(\.site.line) == [UInt(line + 3)])
    #expect(host.warnings.count == 1, "the signal came late")
  }

  @Test(arguments: [ConditionGoal.never, .always]) func signal_thatDoesNotCome_failsTheCondition(
    goal: ConditionGoal
  ) async {
    let line = #line
    let (isQuiet, host) = await recording {
      let saved = Expectation("saved")
      let (limit, pause) = (Duration.milliseconds(5), Duration.milliseconds(1))
      let isQuiet =
        goal == .never
        ? await never("error shown", for: limit, until: saved, pollingInterval: pause) { false }
        : await always("error shown", for: limit, until: saved, pollingInterval: pause) { true }
      saved.fulfill()
      return isQuiet
    }
    #expect(!isQuiet)
    let how = goal == .never ? "did not come true" : "held"
    #expect(
      host.problems.map { SteadyText.of($0.text.components(separatedBy: "\n  tried")[0]) } == [
        """
        Timed out after 0.005 s waiting for the signal "saved", created at WindowTests.swift:\(line + 2), which ends the wait: \
        "error shown" \(how) until then
        """
      ])
    #expect(host.problems.map(\.site.line) == [UInt(line + (goal == .never ? 6 : 7))])
  }

  /// Between two pauses no wait is active, but the notification is observed.
  @Test func notification_thatIsTheSignal_endsTheWindow_wheneverItIsPosted() async {
    let (center, name) = (NotificationCenter(), Notification.Name("saved"))
    let saved = Expectation(notification: name, center: center)
    let evaluations = Locked(0)
    let isQuiet = await never("error shown", for: .seconds(3600), until: saved, pollingInterval: .milliseconds(1)) {
      let evaluation = evaluations.withLock { evaluations in
        evaluations += 1
        return evaluations
      }
      if evaluation == 3 { center.post(name: name, object: nil) }
      return false
    }
    #expect(isQuiet)
    #expect(evaluations.withLock { $0 } == 4)
    #expect(saved.notificationObservers?.named == nil)
  }

  @Test func signal_thatComesTwice_isAFailure() async {
    let line = #line
    let (_, host) = await recording {
      let saved = Expectation("saved")
      await never("error shown", for: .seconds(3600), until: saved) {
        saved.fulfill()
        return false
      }
    }
    #expect(
      host.records == [
        """
        WindowTests.swift:\(line + 4): failure: "saved" was fulfilled once too often: WindowTests.swift:\(line + 4), \
        concurrency pool
          the one before, # earlier: WindowTests.swift:\(line + 4), concurrency pool
          created at WindowTests.swift:\(line + 2)
        """
      ])
  }

  @Test(arguments: [0, -1]) func signal_thatCanNeverCome_isNoPause(count: Int) async {
    let (line, start) = (#line, ContinuousClock.now)
    let evaluations = Locked(0)
    let (isQuiet, host) = await recording {
      let saved = Expectation("saved", count: count)
      if count == 0 { saved.fulfill() }
      return await never("error shown", for: .milliseconds(50), until: saved) {
        evaluations.withLock { $0 += 1 }
        return false
      }
    }
    // An impossible count is a failure of its own.
    #expect(isQuiet == (count < 0))
    let missing = """
      WindowTests.swift:\(line + 5): failure: Timed out after 0.050 s waiting for the signal "saved", created at \
      WindowTests.swift:\(line + 3), which ends the wait: "error shown" did not come true until then
      """
    let notHappen = """
      WindowTests.swift:\(line + 4): failure: "saved" must not happen, but was fulfilled: \
      WindowTests.swift:\(line + 4), concurrency pool
        created at WindowTests.swift:\(line + 3)
      """
    let negative = "WindowTests.swift:\(line + 3): failure: \"saved\" can never be complete: its count -1 is negative"
    let headlines = host.records.map { $0.replacing(/\n  tried [^\n]*/, with: "") }
    #expect(headlines == (count == 0 ? [missing, notHappen] : [negative]))
    // Six or seven, and more while the fair clock stands still; without pauses there would be thousands.
    let pauses = Int((ContinuousClock.now - start) / .milliseconds(5))
    #expect(evaluations.withLock { $0 } <= 20 + pauses)
  }

  @Test func window_onAManualClock_isTheClocks() async {
    let clock = ManualClock()
    async let isQuiet = never("error shown", for: .seconds(30), clock: clock) { false }
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(30))
    #expect(await isQuiet)
  }

  @Test func window_onAClockThatStandsStill_isNoSuccess() async {
    let line = #line
    let (holds, host) = await recording {
      await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) {
        await never("error shown", for: .seconds(30), clock: ManualClock()) { false }
      }
    }
    #expect(!holds)
    #expect(
      host.recordsWithoutTries == [
        """
        WindowTests.swift:\(line + 3): failure: Gave up after # of real time, with 0.000 s of 30.00 s elapsed on its clock: "error shown"
          tried #, the last value was false
        """
      ])
  }
}
