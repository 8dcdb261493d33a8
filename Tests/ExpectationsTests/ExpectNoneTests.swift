import Dispatch
import Testing

import class Expectations.Expectation

@testable import Expectations

/// "Not yet": an event that comes later must not come for some time.
@Suite struct ExpectNoneTests {
  @Test func nothingCame_isSuccess_andItCanBeWaitedForAfterwards() async {
    let (results, host) = await recording {
      let acquired = Expectation("acquired")
      let isQuiet = await acquired.expectNone(for: .milliseconds(20))
      DispatchQueue.global().async { acquired.fulfill() }
      return [isQuiet, await acquired.wait()]
    }
    #expect(results == [true, true])
    #expect(host.problems == [])
  }

  @Test func nothingCame_evenAfterwards_isSuccess() async {
    let (isQuiet, host) = await recording { await Expectation("acquired").expectNone(for: .milliseconds(5)) }
    #expect(isQuiet)
    #expect(host.problems == [])
  }

  @Test func whatComesInTheWindow_isOneFailureAtItsLine_andEndsItAtOnce() async throws {
    let (results, host) = await recording {
      let acquired = Expectation("acquired")
      DispatchQueue.global().async { acquired.fulfill() }
      let isQuiet = await acquired.expectNone(for: .seconds(60))
      return [isQuiet, await acquired.wait()]
    }
    #expect(results == [false, true])
    #expect(host.failures.count == 1)
    let failure = try #require(host.failures.first)
    #expect(failure.site.line == #line - 7)
    #expect(failure.text.hasPrefix("Must not happen yet, but did: \"acquired\"\n  ✔ \"acquired\""))
  }

  @Test func whatCameBefore_isAFailure() async {
    let (isQuiet, host) = await recording {
      let acquired = Expectation("acquired", of: Int.self)
      acquired.fulfill(1)
      return await acquired.expectNone(for: .seconds(60))
    }
    #expect(!isQuiet)
    #expect(host.failures.map(\.site.line) == [#line - 4])
  }

  @Test func oneOfSeveral_isAFailure_andSoIsAnError() async {
    for count in [2, 1] {
      let (isQuiet, host) = await recording {
        let acquired = Expectation("acquired", of: Int.self, count: count)
        if count == 2 { acquired.fulfill(1) } else { acquired.fulfill(throwing: CancellationError()) }
        return await acquired.expectNone(for: .milliseconds(5))
      }
      #expect(!isQuiet)
      #expect(host.failures.map(\.site.line) == [#line - 4])
    }
  }

  @Test func cancelled_isNoFailure_andNoSuccess() async {
    let (isQuiet, host) = await recording {
      let acquired = Expectation("acquired")
      let task = Task { await acquired.expectNone(for: .seconds(60)) }
      task.cancel()
      return await task.value
    }
    #expect(!isQuiet)
    #expect(host.problems == [])
  }

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

  @Test(.ownThreads) func blockingForm_isTheSame() {
    let (results, host) = recording { blockingLooks() }
    #expect(results == [true, false])
    #expect(host.failures.count == 1)
  }

  private func blockingLooks() -> [Bool] {
    let acquired = Expectation("acquired")
    let isQuiet = acquired.expectNone(for: .milliseconds(5))
    acquired.fulfill()
    return [isQuiet, acquired.expectNone(for: .milliseconds(5))]
  }

  // MARK: Events that must never happen

  @Test func whatMustNotHappen_afterItsWindow_isSilent() async {
    let (isQuiet, host) = await recording {
      let failed = Expectation("failed", count: 0)
      let isQuiet = await failed.wait(timeout: .milliseconds(5))
      failed.fulfill()
      failed.fulfill()
      return isQuiet
    }
    #expect(isQuiet)
    #expect(host.problems == [])
  }

  @Test func whatMustNotHappenOften_afterItsWindow_isSilent() async {
    let (_, host) = await recording {
      let retried = Expectation("retried", count: 0...1)
      retried.fulfill()
      await retried.wait(timeout: .milliseconds(5))
      retried.fulfill()
    }
    #expect(host.problems == [])
  }

  @Test func whatMustNotHappen_betweenTwoWindows_failsTheSecond() async {
    let (results, host) = await recording {
      let failed = Expectation("failed", count: 0)
      let first = await failed.wait(timeout: .milliseconds(5))
      failed.fulfill()
      return [first, await failed.wait(timeout: .milliseconds(5))]
    }
    #expect(results == [true, false])
    #expect(host.failures.map(\.site.line) == [#line - 4])
  }
}
