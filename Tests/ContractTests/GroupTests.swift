import Dispatch
import Testing

@testable import Expectations

@Suite struct GroupTests {
  @Test func all_ofDifferentTypes_completeTogether() async {
    let (number, text, done) = (Expectation("n", of: Int.self), Expectation("t", of: String.self), Expectation("d"))
    DispatchQueue.global().async {
      done.fulfill()
      number.fulfill(1)
      text.fulfill("one")
    }
    let all: [any Waitable] = [number, text, done]
    #expect(await wait(for: all, timeout: .seconds(5)))
    #expect(blocking { wait(for: [number, text, done], timeout: .zero) })
  }

  @Test func values_areATypedTuple() async throws {
    let (number, text) = (Expectation("n", of: Int.self), Expectation("t", of: String.self))
    DispatchQueue.global().async {
      text.fulfill("one")
      number.fulfill(1)
    }
    let (one, first) = try await values(of: number, text, timeout: .seconds(5))
    #expect(one + first.count == 4)
    let again: (Int, String) = try blocking { try values(of: number, text) }
    #expect(again == (1, "one"))
  }

  @Test func values_withAnError_throwItAtOnce_andRecordNothing() async {
    await expectNoProblems {
      let (number, text) = (Expectation("n", of: Int.self), Expectation("t", of: String.self))
      DispatchQueue.global().async { text.fulfill(throwing: Refused()) }
      await #expect(throws: Refused.self) { try await values(of: number, text, timeout: .seconds(60)) }
      blocking {
        #expect(throws: Refused.self) { try values(of: number, text, timeout: .seconds(60)) }
        #expect(throws: Refused.self) { try text.wait() }
      }
    }
  }

  @Test func error_thatNobodyThrows_isOneFailureAtTheWait() async {
    let (_, host) = await recording {
      let saved = Expectation("saved")
      saved.fulfill(throwing: Refused())
      #expect(await saved.wait() == false)
      #expect(blocking { wait(for: [saved]) } == false)
    }
    host.expect(.failure(3, #""saved" failed: Refused()"#))
  }

  @Test func values_ofWhatMustNotHappen_cannotBe() async {
    let (_, host) = await recording {
      let (number, never) = (Expectation("n", of: Int.self), Expectation("never", of: Int.self, count: 0))
      number.fulfill(1)
      await #expect(throws: RecordingHost.Stop.self) { try await values(of: number, never, timeout: .seconds(60)) }
    }
    host.expect(.failure(3, #"Cannot complete: "never" must not happen, so it has no value to return; use wait(for:)"#))
  }

  @Test func order_kept_passes_andBroken_failsAtTheFulfillment() async {
    let (_, host) = await recording {
      let (one, two) = (Expectation("one"), Expectation("two"))
      one.fulfill()
      two.fulfill()
      #expect(await wait(for: [one, two], timeout: .zero, enforceOrder: true))
      #expect(blocking { wait(for: [two, one], timeout: .zero, enforceOrder: true) } == false)
      #expect(await report(of: [two, one], enforceOrder: true).outcome == .incorrectOrder)
    }
    host.expect(.failure(2, #"Wrong order: "one" was complete before "two""#))
  }

  @Test func any_isTheIndexOfTheFirst() async {
    let (hit, miss) = (Expectation("hit"), Expectation("miss", of: Int.self))
    DispatchQueue.global().async { miss.fulfill(1) }
    #expect(await wait(forAnyOf: [hit, miss], timeout: .seconds(5)) == 1)
    hit.fulfill()
    #expect(blocking { wait(forAnyOf: [hit, miss]) } == 1)
    #expect(blocking { wait(forAnyOf: [hit]) } == 0)
  }

  @Test func any_ofNothingThatComes_isNil_andOneFailure() async {
    let (_, host) = await recording {
      let (hit, miss) = (Expectation("hit"), Expectation("miss"))
      #expect(await wait(forAnyOf: [hit, miss], timeout: .milliseconds(5)) == nil)
    }
    host.expect(.failure(2, #"Timed out after 0.005 s waiting for any of "hit", "miss""#))
  }

  @Test func emptyList_isAFailure() async {
    let (_, host) = await recording {
      #expect(await wait(for: []) == false)
      #expect(blocking { wait(for: []) } == false)
      #expect(await wait(forAnyOf: []) == nil)
      guard case .cannotComplete = await report(of: []).outcome else {
        Issue.record("nothing was waited for")
        return
      }
    }
    host.expect(
      .failure(1, "Nothing to wait for"),
      .failure(2, "Nothing to wait for"),
      .failure(3, "Nothing to wait for"))
  }

  @Test func values_inTheWrongOrder_areAFailure() async throws {
    let (_, host) = await recording {
      let (one, two) = (Expectation("one", of: Int.self), Expectation("two", of: Int.self))
      one.fulfill(1)
      two.fulfill(2)
      let values = try? await values(of: one, two, timeout: .zero, enforceOrder: true)
      #expect(values?.0 == 1 && values?.1 == 2)
      #expect(blocking { try? Expectations.values(of: [one, two], timeout: .zero, enforceOrder: true) } == [1, 2])
      await #expect(throws: (any Error).self) { try await Expectations.values(of: two, one, enforceOrder: true) }
      await #expect(throws: (any Error).self) { try await Expectations.values(of: [two, one], enforceOrder: true) }
      #expect(blocking { try? Expectations.values(of: [two, one], enforceOrder: true) } == nil)
      let pair = blocking { try? Expectations.values(of: two, one, enforceOrder: true) }
      #expect(pair == nil)
    }
    let failure = Record.failure(2, #"Wrong order: "one" was complete before "two""#)
    #expect(host.problems == Array(repeating: failure, count: 4))
  }

  @Test func outcome_ofAFailure_recordsNothing_andTellsAll() async throws {
    let report = await expectNoProblems { () -> WaitReport in
      let (one, two) = (Expectation("one", of: Int.self), Expectation("two", count: 2))
      one.fulfill(1)
      return await Expectations.report(of: [one, two], timeout: .milliseconds(5))
    }
    #expect(report.outcome == .timedOut)
    #expect(report.elapsed >= .milliseconds(5))
    #expect(report.expectations.map(\.isComplete) == [true, false])
    #expect(report.expectations.map(\.fulfillmentCount) == [1, 0])
    #expect(report.expectations.map(\.requiredCount) == [1, 2])
    let fulfillment = try #require(report.expectations[0].fulfillments.first)
    #expect(fulfillment.time < .zero)
    #expect(fulfillment.thread == "concurrency pool")
    #expect(fulfillment.callSite?.line == #line - 11)
  }
}
