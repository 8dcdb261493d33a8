import Dispatch
import Foundation
import TestSupport
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
    let line = #line
    let (results, host) = await recording {
      let acquired = Expectation("acquired")
      Thread.detachNewThread {
        while !acquired.isAwaitedNow { usleep(100) }
        acquired.fulfill()
      }
      let isQuiet = await acquired.expectNone(for: .seconds(60))
      return [isQuiet, await acquired.wait()]
    }
    #expect(results == [false, true])
    #expect(host.problems == [.failure(line + 5, #"Must not happen yet, but did: "acquired""#)])
  }

  @Test func whatCameBefore_isAFailure() async {
    let line = #line
    let (isQuiet, host) = await recording {
      let acquired = Expectation("acquired", of: Int.self)
      acquired.fulfill(1)
      return await acquired.expectNone(for: .seconds(60))
    }
    #expect(!isQuiet)
    #expect(host.problems == [.failure(line + 3, #"Must not happen yet, but did: "acquired""#)])
  }

  @Test func oneOfSeveral_isAFailure_andSoIsAnError() async {
    let line = #line
    let (results, host) = await recording {
      let (several, failed) = (Expectation("several", count: 2), Expectation("failed", of: Int.self))
      several.fulfill()
      failed.fulfill(throwing: CancellationError())
      return [await several.expectNone(for: .milliseconds(5)), await failed.expectNone(for: .milliseconds(5))]
    }
    #expect(results == [false, false])
    #expect(
      host.problems == [
        .failure(line + 3, #"Must not happen yet, but did: "several""#),
        .failure(line + 4, #"Must not happen yet, but did: "failed""#),
      ])
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

  @Test func impossibleCount_addsNoFailure() async {
    let (isQuiet, host) = await recording {
      await Expectation("impossible", count: -1).expectNone(for: .milliseconds(1))
    }
    #expect(!isQuiet)
    #expect(host.failures.map(\.firstLine) == ["\"impossible\" can never be complete: its count -1 is negative"])
  }

  @Test(.ownThreads) func blockingForm_isTheSame() {
    let (results, host) = recording { blockingLooks() }
    let line = Self.earlyFulfillmentLine
    #expect(results == [true, false])
    #expect(host.problems == [.failure(line, #"Must not happen yet, but did: "acquired""#)])
  }

  private static let earlyFulfillmentLine = #line + 5

  private func blockingLooks() -> [Bool] {
    let acquired = Expectation("acquired")
    let isQuiet = acquired.expectNone(for: .milliseconds(5))
    acquired.fulfill()
    return [isQuiet, acquired.expectNone(for: .milliseconds(5))]
  }

  // MARK: Events that must never happen

  @Test func whatMustNotHappen_afterItsWindow_isSilent() async {
    let (isQuiet, host) = await recording {
      let (failed, retried) = (Expectation("failed", count: 0), Expectation("retried", count: 0...1))
      retried.fulfill()
      let isQuiet = await wait(for: [failed, retried], timeout: .milliseconds(5))
      failed.fulfill()
      failed.fulfill()
      retried.fulfill()
      return isQuiet
    }
    #expect(isQuiet)
    #expect(host.problems == [])
  }

  @Test func whatMustNotHappen_betweenTwoWindows_failsTheSecond() async {
    let line = #line
    let (results, host) = await recording {
      let failed = Expectation("failed", count: 0)
      let first = await failed.wait(timeout: .milliseconds(5))
      failed.fulfill()
      return [first, await failed.wait(timeout: .milliseconds(5))]
    }
    #expect(results == [true, false])
    #expect(
      host.problems == [
        .failure(
          line + 4,
          #""failed" must not happen, but was fulfilled: ExpectNoneTests.swift:\#(line + 4), concurrency pool"#)
      ])
  }
}
