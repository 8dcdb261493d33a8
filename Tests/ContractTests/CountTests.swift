import Testing

@testable import Expectations

/// Counts: fulfilled before, during, and after a wait, too few times, too many times, and never.
@Suite struct CountTests {
  @Test func wait_onWhatIsFulfilled_succeedsWithoutTime() async throws {
    let number = Expectation("number", of: Int.self)
    number.fulfill(3)
    #expect(try blocking { try number.wait(timeout: .zero) } == 3)
    #expect(try await number.wait(timeout: .seconds(-1)) == 3)
    #expect(number.values == [3])
    #expect(number.fulfillmentCount == 1)
  }

  @Test func wait_forSeveralTimes_returnsTheValueThatCompletedIt() async throws {
    let progress = Expectation("progress", of: Int.self, count: 2...)
    for number in 1...4 { progress.fulfill(number) }
    #expect(try await progress.wait() == 2)
    #expect(progress.values == [1, 2, 3, 4])
  }

  @Test func wait_forARange_endsAtItsLowerBound_andAllowsUpToTheUpper() async throws {
    let (_, host) = try await recording {
      let retried = Expectation("retried", of: Int.self, count: 1...3)
      retried.fulfill(1)
      let first = try await retried.wait()
      #expect(first == 1)
      retried.fulfill(2)
      retried.fulfill(3)
      let again = try await retried.wait()
      #expect(again == 1)
    }
    #expect(host.problems == [])
  }

  @Test func extra_beforeTheWait_isOneFailureAtItsLine() async throws {
    let line = #line
    let (_, host) = await recording {
      let called = Expectation("called")
      called.fulfill()
      called.fulfill()  // here
      #expect(await called.wait() == false)
      #expect(await called.wait() == false)  // and not again
    }
    #expect(
      host.problems == [
        .failure(line + 4, #""called" was fulfilled once too often: CountTests.swift:\#(line + 4), concurrency pool"#)
      ])
    #expect(host.says("  the one before, "))
    #expect(host.says("  waited for at CountTests.swift:\(line + 5)\n  created at CountTests.swift:\(line + 2)"))
  }

  @Test func extra_inAThrowingWait_isOneFailureAtItsLine_andStops() async throws {
    let line = #line
    let (_, host) = await recording {
      let called = Expectation("called", of: Int.self)
      called.fulfill(1)
      called.fulfill(2)
      await #expect(throws: RecordingHost.Stop.self) { try await called.wait() }
      blocking { #expect(throws: RecordingHost.Stop.self) { try called.wait() } }
    }
    #expect(
      host.problems == [
        .failure(line + 4, #""called" was fulfilled once too often: CountTests.swift:\#(line + 4), concurrency pool"#)
      ])
  }

  @Test func extra_afterTheWait_doesNotTurnItIntoAFailure_butIsOneItself() async throws {
    let line = #line
    let (_, host) = await recording {
      let called = Expectation("called")
      called.fulfill()
      #expect(await called.wait())
      called.fulfill()
      called.fulfill()
    }
    #expect(
      host.problems == [
        .failure(line + 5, #""called" was fulfilled once too often: CountTests.swift:\#(line + 5), concurrency pool"#)
      ])
  }

  @Test func extra_ofWhatNobodyWaitedFor_isReportedWhenItGoes() {
    let line = #line
    let (_, host) = recording {
      let called = Expectation("called", of: Int.self)
      called.fulfill(1)
      called.fulfill(2)
      #expect(called.values == [1, 2])
    }
    #expect(
      host.problems == [
        .failure(line + 4, #""called" was fulfilled once too often: CountTests.swift:\#(line + 4), concurrency pool"#)
      ])
  }

  @Test func mustNotHappen_lastsItsWindow() async {
    let (_, host) = await recording {
      let deleted = Expectation("deleted", count: 0)
      let report = await report(of: [deleted], timeout: .milliseconds(20))
      #expect(report.outcome == .completed)
      #expect(report.elapsed >= .milliseconds(20))
      #expect(blocking { deleted.wait(timeout: .milliseconds(20)) })
    }
    #expect(host.problems == [])
  }

  @Test func mustNotHappen_butDoes_endsTheWaitAtOnce_atTheFulfillment() async {
    let line = #line
    let (_, host) = await recording {
      let deleted = Expectation("deleted", count: 0)
      Task.detached { deleted.fulfill() }
      #expect(await deleted.wait(timeout: .seconds(60)) == false)
      let report = await report(of: [deleted], timeout: .seconds(60))
      #expect(report.outcome == .unexpectedFulfillment)
    }
    #expect(
      host.problems == [
        .failure(
          line + 3, #""deleted" must not happen, but was fulfilled: CountTests.swift:\#(line + 3), concurrency pool"#)
      ])
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
    let line = #line + 2
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
    #expect(host.problems == [.failure(line, #""impossible" can never be complete: its count \#(count) is negative"#)])
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
