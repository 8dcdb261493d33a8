import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// "Not yet": an event that comes later must not come for some time.
@Suite struct ExpectNoneTests {

  @Test func onAManualClock_theWindowIsTheClocks() async {
    let clock = ManualClock()
    let (isQuiet, host) = await recording {
      let acquired = Expectation("acquired")
      async let isQuiet = acquired.expectNone(for: .seconds(30), clock: clock)
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(31))
      return await isQuiet
    }
    #expect(isQuiet)
    #expect(host.problems == [])
  }

  /// The time on the clock is not over, so nothing shows that the expectation stays unfulfilled.
  @Test func onAClockThatStandsStill_itIsNoSuccess() async {
    let line = #line
    let (isQuiet, host) = await recording {
      let (acquired, clock) = (Expectation("acquired"), ManualClock())
      return await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) {
        await acquired.expectNone(for: .seconds(30), clock: clock)
      }
    }
    #expect(!isQuiet)
    #expect(
      host.failures.map { SteadyText.of($0.text.components(separatedBy: "\n")[0]) } == [
        "Gave up after # of real time, with 0 s of 30.00 s elapsed on its clock waiting for \"acquired\""
      ])
    #expect(host.failures.map(\.site.line) == [UInt(line + 4)])
  }

  private static let earlyFulfillmentLine = #line + 5

  private func blockingLooks() -> [Bool] {
    let acquired = Expectation("acquired")
    let isQuiet = acquired.expectNone(for: .milliseconds(5))
    acquired.fulfill()
    return [isQuiet, acquired.expectNone(for: .milliseconds(5))]
  }
}
