import Testing

@testable import Expectations

@Suite struct CountTests {
  @Test func wait_onWhatIsFulfilled_succeedsWithoutTime() async throws {
    let number = Expectation("number", of: Int.self)
    number.fulfill(3)
    #expect(try blocking { try number.wait(timeout: .zero) } == 3)
    #expect(try await number.wait(timeout: .seconds(-1)) == 3)
    #expect(number.values == [3])
    #expect(number.fulfillmentCount == 1)
  }

  @Test func wait_forARange_endsAtItsLowerBound_andAllowsUpToTheUpper() async throws {
    try await expectNoProblems {
      let retried = Expectation("retried", of: Int.self, count: 1...3)
      retried.fulfill(1)
      let first = try await retried.wait()
      #expect(first == 1)
      retried.fulfill(2)
      retried.fulfill(3)
      let again = try await retried.wait()
      #expect(again == 1)
    }
  }

  @Test func extra_beforeTheWait_isOneFailureAtItsLine() async throws {
    let (_, host) = await recording {
      let called = Expectation("called")
      called.fulfill()
      called.fulfill()  // here
      #expect(await called.wait() == false)
      #expect(await called.wait() == false)  // and not again
    }
    host.expect(.failure(3, #""called" was fulfilled once too often: \#(host.place(3)), concurrency pool"#))
    #expect(host.says("  the one before, "))
    #expect(host.says("  waited for at \(host.place(4))\n  created at \(host.place(1))"))
  }

  @Test func extra_inAThrowingWait_isOneFailureAtItsLine_andStops() async throws {
    let (_, host) = await recording {
      let called = Expectation("called", of: Int.self)
      called.fulfill(1)
      called.fulfill(2)
      await #expect(throws: RecordingHost.Stop.self) { try await called.wait() }
      blocking { #expect(throws: RecordingHost.Stop.self) { try called.wait() } }
    }
    host.expect(.failure(3, #""called" was fulfilled once too often: \#(host.place(3)), concurrency pool"#))
  }

  @Test func extra_afterTheWait_doesNotTurnItIntoAFailure_butIsOneItself() async throws {
    let (_, host) = await recording {
      let called = Expectation("called")
      called.fulfill()
      #expect(await called.wait())
      called.fulfill()
      called.fulfill()
    }
    host.expect(.failure(4, #""called" was fulfilled once too often: \#(host.place(4)), concurrency pool"#))
  }

  @Test func extra_ofWhatNobodyWaitedFor_isReportedWhenItGoes() {
    let (_, host) = recording {
      let called = Expectation("called", of: Int.self)
      called.fulfill(1)
      called.fulfill(2)
      #expect(called.values == [1, 2])
    }
    host.expect(.failure(3, #""called" was fulfilled once too often: \#(host.place(3)), concurrency pool"#))
  }

  @Test func mustNotHappen_lastsItsWindow() async {
    await expectNoProblems {
      let deleted = Expectation("deleted", count: 0)
      let report = await report(of: [deleted], timeout: .milliseconds(20))
      #expect(report.outcome == .completed)
      #expect(report.elapsed >= .milliseconds(20))
      #expect(blocking { deleted.wait(timeout: .milliseconds(20)) })
    }
  }

  @Test func mustNotHappen_butDoes_endsTheWaitAtOnce_atTheFulfillment() async {
    let (_, host) = await recording {
      let deleted = Expectation("deleted", count: 0)
      Task.detached { deleted.fulfill() }
      #expect(await deleted.wait(timeout: .seconds(60)) == false)
      let report = await report(of: [deleted], timeout: .seconds(60))
      #expect(report.outcome == .unexpectedFulfillment)
    }
    host.expect(.failure(2, #""deleted" must not happen, but was fulfilled: \#(host.place(2)), concurrency pool"#))
  }

  @Test func atMost_endsOnTheOneTooMany() async {
    let (_, host) = await recording {
      let retried = Expectation("retried", count: 0...1)
      retried.fulfill()
      retried.fulfill()
      #expect(await report(of: [retried], timeout: .seconds(60)).outcome == .overFulfilled)
      #expect(await Expectation("other", count: 0...1).wait(timeout: .milliseconds(1)))
    }
    #expect(host.problems == [], "report(of:) records nothing")
  }

  @Test(arguments: [-1, .min])
  func impossibleCount_isOneFailureAtItsLine_andAWaitAddsNone(count: Int) async {
    let (_, host) = await recording {
      let impossible = Expectation("impossible", of: Int.self, count: count)
      impossible.fulfill(1)
      await #expect(throws: RecordingHost.Stop.self) { try await impossible.wait() }
      #expect(await wait(for: [impossible]) == false)
      guard case .cannotComplete = await report(of: [impossible]).outcome else {
        Issue.record("an impossible wait was tried")
        return
      }
      impossible.fulfill(2)
    }
    host.expect(.failure(1, #""impossible" can never be complete: its count \#(count) is negative"#))
  }

  @Test func hugeTimeouts_areNoLimit() async throws {
    for timeout in [Duration.seconds(Int64.max), .seconds(Int64.max) + .nanoseconds(1), .seconds(9_300_000_000)] {
      let done = Expectation("done")
      Task.detached { done.fulfill() }
      let report = await report(of: [done], timeout: timeout)
      #expect(report.outcome == .completed)
      #expect(report.limit == nil)
      #expect(
        await Expectations.report(of: [Expectation("not", count: 0...), done], timeout: .seconds(Int64.min)).isSuccess)
    }
  }
}
