import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Expectations

/// "Not yet": an event that comes later must not come for some time.
@Suite struct ExpectNoneTests {
  @Test func nothingCame_isSuccess_andItCanBeWaitedForAfterwards() async {
    let results = await expectNoProblems {
      let acquired = Expectation("acquired")
      let isQuiet = await acquired.expectNone(for: .milliseconds(20))
      DispatchQueue.global().async { acquired.fulfill() }
      // Nothing need come afterwards.
      return [isQuiet, await acquired.wait(), await Expectation("never").expectNone(for: .milliseconds(5))]
    }
    #expect(results == [true, true, true])
  }

  @Test func whatComesInTheWindow_isOneFailureAtItsLine_andEndsItAtOnce() async throws {
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
    host.expect(.failure(4, #"Must not happen yet, but did: "acquired""#))
  }

  @Test func whatCameBefore_alsoOneOfSeveral_alsoAnError_isAFailure() async {
    let (_, host) = await recording {
      let (acquired, several) = (Expectation("acquired", of: Int.self), Expectation("several", count: 2))
      let failed = Expectation("failed", of: Int.self)
      acquired.fulfill(1)
      several.fulfill()
      failed.fulfill(throwing: CancellationError())
      #expect(await !acquired.expectNone(for: .seconds(60)))
      #expect(await !several.expectNone(for: .milliseconds(5)))
      #expect(await !failed.expectNone(for: .milliseconds(5)))
    }
    host.expect(
      .failure(3, #"Must not happen yet, but did: "acquired""#),
      .failure(4, #"Must not happen yet, but did: "several""#),
      .failure(5, #"Must not happen yet, but did: "failed""#))
  }

  /// The fulfillment comes before the timer fires, and lets the clock decide.
  @Test(arguments: [true, false]) func whatComesAtTheEnd_isAFailure_andRightAfterItIsNone(isAfterIt: Bool) {
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let acquired = AnyExpectation("acquired", FulfillmentCount(exactly: 1), createdAt: site, role: .ofCall)
    let wait = Wait(.any, goal: .nothing, timeout: .milliseconds(1), needsReport: true, site: site)
    let began = Instant.now()
    let ended: EndedWait? = Engine.withLock { state in
      let beginning = state.begin(WaitReference(object: wait), wait.terms, for: [acquired.key], inside: nil, at: began)
      guard case .pending(let key) = beginning else { return nil }
      _ = state.perform(at: began.advanced(by: wait.limit + (isAfterIt ? 1 : 0))) { machine, now in
        machine.fulfill(acquired.key, Fulfillment(time: now, thread: .background, isError: false))
      }
      return EndedWait(wait, [acquired], state.end(key).1, in: &state)
    }
    #expect(ended.map { WaitReport.Outcome($0) } == (isAfterIt ? .completed : .unexpectedFulfillment))
  }

  @Test func impossibleCount_addsNoFailure() async {
    let (isQuiet, host) = await recording {
      await Expectation("impossible", count: -1).expectNone(for: .milliseconds(1))
    }
    #expect(!isQuiet)
    #expect(host.failures.map(\.firstLine) == ["\"impossible\" can never be complete: its count -1 is negative"])
  }

  @Test(.ownThreads) func blockingForm_isTheSame() {
    let (results, host) = recording {
      let acquired = Expectation("acquired")
      let isQuiet = acquired.expectNone(for: .milliseconds(5))
      acquired.fulfill()
      return [isQuiet, acquired.expectNone(for: .milliseconds(5))]
    }
    #expect(results == [true, false])
    host.expect(.failure(3, #"Must not happen yet, but did: "acquired""#))
  }

  @Test func whatMustNotHappen_afterItsWindow_isSilent() async {
    let isQuiet = await expectNoProblems {
      let (failed, retried) = (Expectation("failed", count: 0), Expectation("retried", count: 0...1))
      retried.fulfill()
      let isQuiet = await wait(for: [failed, retried], timeout: .milliseconds(5))
      failed.fulfill()
      failed.fulfill()
      retried.fulfill()
      return isQuiet
    }
    #expect(isQuiet)
  }

  @Test func whatMustNotHappen_betweenTwoWindows_failsTheSecond() async {
    let (results, host) = await recording {
      let failed = Expectation("failed", count: 0)
      let first = await failed.wait(timeout: .milliseconds(5))
      failed.fulfill()
      return [first, await failed.wait(timeout: .milliseconds(5))]
    }
    #expect(results == [true, false])
    host.expect(.failure(3, #""failed" must not happen, but was fulfilled: \#(host.place(3)), concurrency pool"#))
  }
}
