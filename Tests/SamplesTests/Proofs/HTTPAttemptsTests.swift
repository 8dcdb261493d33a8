import Dispatch
import Expectations
import Foundation
import Leftovers
import Testing

import class Expectations.Expectation

@testable import Samples

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Attempts without a network: the test begins and ends each attempt itself.
@Suite(.endsAllTasks) struct HTTPAttemptsTests {
  typealias Outcome = HTTPExchangeState.Outcome

  static let down = Outcome.success(HTTPAnswer(head: HTTPHead(status: 503), body: Data()))
  static let good = Outcome.success(HTTPAnswer(head: HTTPHead(status: 200), body: Data()))

  /// An attempt that has begun: its time limit, and how to end it.
  struct Attempt: Sendable {
    var deadline: Duration
    var end: @Sendable (Outcome) -> Void
    var exchange: HTTPExchange
  }

  let timers = DispatchQueue(label: "timers")

  func attempts(
    _ policy: RetryPolicy, deadline: Duration = .seconds(60), begun: Expectation<Attempt>, ended: Expectation<Outcome>
  ) -> HTTPAttempts {
    HTTPAttempts(deadline: deadline, policy: policy, timers: timers, completion: ended.handler) { deadline, end in
      let state = HTTPExchangeState(sizeLimit: 1, deadline: deadline)
      let exchange = HTTPExchange(state) { _ in }
      begun.fulfill(Attempt(deadline: deadline, end: end, exchange: exchange))
      return exchange
    }
  }

  @Test func attempt_failsInPassing_anotherWithWhatIsLeftOfTheTime() async throws {
    let begun = Expectation("attempt begun", of: Attempt.self, count: 2...)
    let ended = Expectation("request ended", of: Outcome.self)
    let attempts = attempts(.idempotent, deadline: .seconds(60), begun: begun, ended: ended)
    attempts.begin()
    let first = try #require(begun.values.first)
    first.end(Self.down)
    let second = try await begun.wait(timeout: .seconds(5))
    #expect(second.deadline < .seconds(60))
    second.end(Self.good)
    #expect(try await ended.wait(timeout: .zero).get().attempts == 2)
  }

  /// The queue of the pauses is blocked. If the request is canceled during a pause, it ends without another attempt.
  @Test func cancel_duringThePause_endsAtOnce() throws {
    timers.suspend()
    let begun = Expectation("attempt begun", of: Attempt.self)
    let ended = Expectation("request ended", of: Outcome.self)
    let attempts = attempts(.idempotent, begun: begun, ended: ended)
    attempts.begin()
    try begun.wait(timeout: .zero).end(Self.down)
    #expect(ended.fulfillmentCount == 0)
    attempts.cancel()
    attempts.cancel()
    let outcome = try ended.wait(timeout: .zero)
    guard case .failure(.cancelled) = outcome else { throw try #require(outcome.failure) }
    timers.resume()
    // Runs after the end of the pause.
    timers.sync {}
    #expect(begun.fulfillmentCount == 1)
  }

  @Test func cancel_duringAnAttempt_attemptIsCancelled_itsEndIsNoSecondAnswer() throws {
    let begun = Expectation("attempt begun", of: Attempt.self)
    let ended = Expectation("request ended", of: Outcome.self)
    let attempts = attempts(.never, begun: begun, ended: ended)
    attempts.begin()
    let attempt = try begun.wait(timeout: .zero)
    attempts.cancel()
    #expect(attempt.exchange.isFinished)
    attempt.end(Self.good)
    attempt.end(Self.down)
    #expect(ended.values.count == 1)
  }

  @Test func timedOut_ofOneAttempt_isToldOfTheWhole() throws {
    let begun = Expectation("attempt begun", of: Attempt.self)
    let ended = Expectation("request ended", of: Outcome.self)
    attempts(.idempotent, deadline: .seconds(7), begun: begun, ended: ended).begin()
    try begun.wait(timeout: .zero).end(.failure(.timedOut(after: .seconds(1))))
    guard case .failure(.timedOut(after: .seconds(7))) = try ended.wait(timeout: .zero) else {
      Issue.record("another end")
      return
    }
  }

  // MARK: Choice of retries

  @Test func policy_atMostItsLimit_pausesDoubled_insideTheTime() {
    let policy = RetryPolicy.idempotent
    #expect(policy.pause(after: Self.down, attempts: 1, remaining: .seconds(1)) == .milliseconds(100))
    #expect(policy.pause(after: Self.down, attempts: 2, remaining: .seconds(1)) == .milliseconds(200))
    #expect(policy.pause(after: Self.down, attempts: 3, remaining: .seconds(1)) == nil)
    #expect(policy.pause(after: Self.down, attempts: 2, remaining: .milliseconds(200)) == nil)
    #expect(policy.pause(after: Self.down, attempts: 1, remaining: .seconds(-1)) == nil)
    #expect(policy.pause(after: Self.good, attempts: 1, remaining: .seconds(1)) == nil)
    #expect(RetryPolicy.never.pause(after: Self.down, attempts: 1, remaining: .seconds(1)) == nil)
  }

  @Test(
    arguments: [
      (HTTPFailure.connectionLost(URLError(.networkConnectionLost)), true),
      (.unreachable(URLError(.cannotConnectToHost)), true),
      (.unreachable(URLError(.serverCertificateUntrusted)), false),
      (.timedOut(after: .seconds(1)), false), (.cancelled, false), (.notHTTP(nil), false), (.tooLarge(limit: 1), false),
      (.redirectRefused(to: nil), false), (.tooManyRedirects(limit: 5), false),
    ] as [(HTTPFailure, Bool)])
  func policy_onlyWhatMayPass(failure: HTTPFailure, isRepeated: Bool) {
    let pause = RetryPolicy.idempotent.pause(after: .failure(failure), attempts: 1, remaining: .seconds(1))
    #expect((pause != nil) == isRepeated)
  }
}
