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
    #expect(
      host.records == [
        """
        ExpectNoneTests.swift:\(line + 5): failure: Must not happen yet, but did: "acquired"
          ✔ "acquired"  #  ExpectNoneTests.swift:\(line + 5), background thread
        """
      ])
  }

  @Test func whatCameBefore_isAFailure() async {
    let line = #line
    let (isQuiet, host) = await recording {
      let acquired = Expectation("acquired", of: Int.self)
      acquired.fulfill(1)
      return await acquired.expectNone(for: .seconds(60))
    }
    #expect(!isQuiet)
    #expect(
      host.records == [
        """
        ExpectNoneTests.swift:\(line + 3): failure: Must not happen yet, but did: "acquired"
          ✔ "acquired"  before the wait  ExpectNoneTests.swift:\(line + 3), concurrency pool
        """
      ])
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
      host.records == [
        """
        ExpectNoneTests.swift:\(line + 3): failure: Must not happen yet, but did: "several"
          ✘ "several"  1 of 2   before the wait  ExpectNoneTests.swift:\(line + 3), concurrency pool, created at \
        ExpectNoneTests.swift:\(line + 2)
        """,
        """
        ExpectNoneTests.swift:\(line + 4): failure: Must not happen yet, but did: "failed"
          ✘ "failed"  1 of 1   before the wait (error)  ExpectNoneTests.swift:\(line + 4), concurrency pool, created \
        at ExpectNoneTests.swift:\(line + 2)
        """,
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
    #expect(
      host.records == [
        """
        ExpectNoneTests.swift:\(line): failure: Must not happen yet, but did: "acquired"
          ✔ "acquired"  before the wait  ExpectNoneTests.swift:\(line), background thread
        """
      ])
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
    let line = #line
    let (results, host) = await recording {
      let failed = Expectation("failed", count: 0)
      let first = await failed.wait(timeout: .milliseconds(5))
      failed.fulfill()
      return [first, await failed.wait(timeout: .milliseconds(5))]
    }
    #expect(results == [true, false])
    #expect(
      host.records == [
        """
        ExpectNoneTests.swift:\(line + 4): failure: "failed" must not happen, but was fulfilled: \
        ExpectNoneTests.swift:\(line + 4), concurrency pool
          waited for at ExpectNoneTests.swift:\(line + 5)
          created at ExpectNoneTests.swift:\(line + 2)
        """
      ])
  }
}
