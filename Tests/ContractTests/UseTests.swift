import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

@Suite struct UseTests {
  @Test func neverAwaited_isOneFailureAtItsLine() {
    let (_, host) = recording {
      let (saved, sent) = (Expectation("saved"), Expectation("sent", of: Int.self))
      sent.fulfill(1)
      _ = saved
    }
    #expect(host.failures.map(\.line) == [1, 1])
    #expect(
      Set(host.failures.map(\.firstLine)) == [
        "No test waited for \"saved\" or read its values; it was never fulfilled",
        "No test waited for \"sent\" or read its values; it was fulfilled once",
      ])
  }

  @Test func neverAwaited_butRead_isNoFailure() {
    let (_, host) = recording {
      let sent = Expectation("sent", of: Int.self)
      sent.fulfill(1)
      #expect(sent.values == [1])
      let counted = Expectation("counted")
      #expect(counted.fulfillmentCount == 0)
    }
    #expect(host.problems == [])
  }

  /// Swift Testing calls the closure while it records the failure.
  @Test(.ownThreads) func processThatEndsWhileAFailureIsRecorded_fails() async {
    await #expect(processExitsWith: .failure) {
      withKnownIssue {
        _ = Expectation("saved")
      } matching: { _ in
        exit(EXIT_SUCCESS)
      }
    }
  }

  @Test func neverAwaited_becauseTheTestWasStopped_isNoFailure() async {
    let (_, host) = await recording {
      let (first, second) = (Expectation("first", of: Int.self), Expectation("second"))
      await #expect(throws: RecordingHost.Stop.self) { try await first.wait(timeout: .zero) }
      _ = second
    }
    host.expect(.failure(2, #"Timed out after 0 s waiting for "first""#))
  }

  @Test func late_afterAnOutcome_orNeverFulfilled_isNotEvenAWarning() async {
    await expectNoProblems {
      let saved = Expectation("saved")
      #expect(await report(of: [saved], timeout: .zero).outcome == .timedOut)
      saved.fulfill()
      #expect(await report(of: [Expectation("sent")], timeout: .zero).outcome == .timedOut)
    }
  }

  @Test func twoWaitsAtOnce_eachHasItsOwnVerdict() async {
    let (_, host) = await recording {
      let done = Expectation("done")
      async let short = report(of: [done], timeout: .milliseconds(5))
      async let long = report(of: [done], timeout: .seconds(60))
      #expect(await short.outcome == .timedOut)
      done.fulfill()
      #expect(await long.outcome == .completed)
    }
    // The wait that gave up stays failed; a warning says how late the fulfillment was.
    #expect(host.failures == [])
  }

  @Test func late_isAWarningThatSaysByHowMuch_once() async throws {
    let (_, host) = await recording {
      let saved = Expectation("saved")
      #expect(await saved.wait(timeout: .milliseconds(5)) == false)
      saved.fulfill()
    }
    host.expect(
      .failure(2, #"Timed out after 0.005 s waiting for "saved""#),
      .warning(2, #""saved" was fulfilled # after the 0.005 s limit: \#(host.place(3)), concurrency pool"#))
  }

  @Test func error_whereNothingIsNeeded_leavesTheExpectationIncomplete() async {
    let (ended, _) = await recording {
      let retried = Expectation("retried", count: 0...1)
      retried.fulfill(throwing: CancellationError())
      return await report(of: [retried], timeout: .milliseconds(5))
    }
    #expect(ended.outcome == .threw)
    #expect(ended.expectations.map(\.isComplete) == [false])
  }

  @Test func lateError_wouldHaveEndedTheWait() async throws {
    let (_, host) = await recording {
      let saved = Expectation("saved", count: 2)
      #expect(await saved.wait(timeout: .milliseconds(5)) == false)
      saved.fulfill(throwing: CancellationError())
    }
    #expect(host.warnings.map(\.line) == [2])
    #expect(!host.says("  it was not the last"), "\(host.problems)")
  }

  @Test(.ownThreads) func waitingUnderALock_thatTheFulfillerNeeds_timesOutOnTime() {
    let lock = NSLock()
    let (report, _) = recording {
      let done = Expectation("done")
      let queue = DispatchQueue(label: "fulfiller")
      let report = lock.withLock {
        queue.async { lock.withLock { done.fulfill() } }
        return Expectations.report(of: [done], timeout: .milliseconds(20))
      }
      queue.sync {}
      return report
    }
    #expect(report.outcome == .timedOut)
  }

  @Test func fulfilling_inADeinit_inAHandler_inAFulfillment_isLegal() async throws {
    final class Tripwire: Sendable {
      let gone: Expectation<Void>
      init(_ gone: Expectation<Void>) { self.gone = gone }
      deinit { gone.fulfill() }
    }
    let (gone, first, second) = (
      Expectation("gone", count: 1...), Expectation("first", of: Tripwire.self), Expectation("second")
    )
    let handler = { (wire: Tripwire) in
      first.fulfill(wire)
      second.fulfill()
    }
    handler(Tripwire(gone))
    #expect(await wait(for: [first, second], timeout: .zero))
    #expect(gone.fulfillmentCount == 0, "the value is kept")
    try await { () async throws in
      let other = Expectation("other", of: Tripwire.self)
      other.fulfill(Tripwire(gone))
      try await other.wait()
    }()
    #expect(await gone.wait(timeout: .zero))
  }

  @Test func result_isTheValue_orTheError() throws {
    let all = (0..<4).map { Expectation("\($0)", of: Int.self) }
    let (value, error) = (Result<Int, Refused>.success(1), Result<Int, Refused>.failure(Refused()))
    all[0].fulfill(with: value)
    all[1].fulfill(with: error)
    let handlers: [@Sendable (Result<Int, Refused>) -> Void] = [all[2].resultHandler(), all[3].resultHandler()]
    handlers[0](value)
    handlers[1](error)
    for loaded in [all[0], all[2]] { #expect(try loaded.wait() == 1) }
    for failed in [all[1], all[3]] {
      #expect(throws: Refused.self) { try failed.wait() }
      #expect(failed.fulfillmentCount == 1)
    }
  }

  @Test func valueOrErrorHandler_takesEither_andNeitherIsAnError() throws {
    let all = (0..<4).map { Expectation("\($0)", of: Int.self) }
    all[0].valueOrErrorHandler(1, nil)
    all[1].valueOrErrorHandler(nil, Refused())
    all[2].valueOrErrorHandler(1, Refused())
    all[3].valueOrErrorHandler(nil, nil)
    #expect(try all[0].wait() == 1)
    #expect(throws: Refused.self) { try all[1].wait() }
    #expect(throws: Refused.self) { try all[2].wait() }
    #expect(throws: MissingValueError.self) { try all[3].wait() }
  }

  @Test func errorHandler_takesNil_asSuccess() {
    let (removed, failed) = (Expectation("removed"), Expectation("failed"))
    removed.errorHandler(nil)
    failed.errorHandler(Refused())
    #expect(removed.wait())
    #expect(report(of: [failed]).outcome == .threw)
    #expect(report(of: [failed]).error is Refused)
  }

  @Test func handler_calledTwice_isAFailureAtTheWait() async {
    let (_, host) = await recording {
      let loaded = Expectation("loaded", of: Int.self)
      let handler = loaded.handler
      handler(1)
      handler(2)
      await #expect(throws: RecordingHost.Stop.self) { try await loaded.wait() }
    }
    host.expect(.failure(5, #""loaded" was fulfilled once too often: concurrency pool"#))
  }
}
