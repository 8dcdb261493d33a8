import Dispatch

/// The attempts of one request within one deadline: begins them, pauses between them, and answers once.
final class HTTPAttempts: Sendable {
  /// Begins an attempt that may take at most `deadline`.
  typealias Start = @Sendable (_ deadline: Duration, _ completion: @escaping HTTPExchange.Completion) -> HTTPExchange

  private struct State: Sendable {
    /// The completion handler; nil after it was taken to be called.
    var completion: HTTPExchange.Completion?
    /// The function that begins an attempt. It is released with the completion handler, so that a kept handle does not
    /// keep the session alive.
    var start: Start?
    var count = 0
    var exchange: HTTPExchange?
    var pause: DeadlineTimer?
  }

  private let deadline: Duration
  private let begun = ContinuousClock.now
  private let policy: RetryPolicy
  private let timers: DispatchQueue
  private let state: Locked<State>

  /// - Parameter timers: A serial queue for the pauses.
  init(
    deadline: Duration, policy: RetryPolicy, timers: DispatchQueue, completion: @escaping HTTPExchange.Completion,
    start: @escaping Start
  ) {
    self.deadline = deadline
    self.policy = policy
    self.timers = timers
    state = Locked(State(completion: completion, start: start))
  }

  func begin() {
    attempt(within: deadline)
  }

  func cancel() {
    finish(.failure(.cancelled))
  }

  private func attempt(within time: Duration) {
    let next = state.withLock { state -> (number: Int, start: Start, over: State)? in
      guard let start = state.start else { return nil }
      // The state is returned so that its parts are not released under the lock.
      let over = state
      state.count += 1
      (state.exchange, state.pause) = (nil, nil)
      return (state.count, start, over)
    }
    guard let (number, start, _) = next else { return }
    let exchange = start(time) { [self] outcome in ended(outcome, attempt: number) }
    let isKept = state.withLock { state in
      guard state.completion != nil, state.count == number else { return false }
      state.exchange = exchange
      return true
    }
    // The request was canceled during the start, or it is over, in which case this does nothing.
    if !isKept { exchange.cancel() }
  }

  private func ended(_ outcome: HTTPExchangeState.Outcome, attempt number: Int) {
    guard state.withLock({ $0.completion != nil && $0.count == number }) else { return }
    let remaining = deadline - (ContinuousClock.now - begun)
    guard let pause = policy.pause(after: outcome, attempts: number, remaining: remaining) else {
      return finish(outcome)
    }
    let timer = DeadlineTimer(after: pause, on: timers) { [self] in attempt(within: remaining - pause) }
    let isKept = state.withLock { state in
      guard state.completion != nil, state.count == number else { return false }
      state.pause = timer
      return true
    }
    if !isKept { timer.cancel() }
  }

  private func finish(_ outcome: HTTPExchangeState.Outcome) {
    let held = state.withLock { state in
      let held = state
      (state.completion, state.start, state.exchange, state.pause) = (nil, nil, nil, nil)
      return held
    }
    guard let completion = held.completion else { return }
    held.pause?.cancel()
    held.exchange?.cancel()
    completion(ofWhole(outcome, attempts: held.count))
  }

  /// Converts the outcome of an attempt to the outcome of the whole request.
  private func ofWhole(_ outcome: HTTPExchangeState.Outcome, attempts: Int) -> HTTPExchangeState.Outcome {
    switch outcome {
    case .success(var answer):
      answer.attempts = attempts
      return .success(answer)
    case .failure(.timedOut): return .failure(.timedOut(after: deadline))
    case .failure: return outcome
    }
  }
}
