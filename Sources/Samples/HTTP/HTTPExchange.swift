import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The lock and the effects of one request: feeds an `HTTPExchangeState`, and when that says how the request ended,
/// lets go of the deadline and the transfer and calls the completion handler, on the thread where it ended.
final class HTTPExchange: Sendable {
  typealias Completion = @Sendable (HTTPExchangeState.Outcome) -> Void

  private struct State: Sendable {
    var exchange: HTTPExchangeState
    var completion: Completion?
    var timer: DeadlineTimer?
    var stop: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  init(_ exchange: HTTPExchangeState, completion: @escaping Completion) {
    state = Locked(State(exchange: exchange, completion: completion))
  }

  /// Lets the deadline run from now on.
  ///
  /// - Parameter timers: A serial queue.
  func begin(timers: DispatchQueue) {
    let deadline = state.withLock { $0.exchange.deadline }
    guard deadline > .zero else {
      // A timer that goes off at once can still come after a quick answer.
      perform { $0.reachedDeadline() }
      return
    }
    let timer = DeadlineTimer(after: deadline, on: timers) { [self] in
      perform { $0.reachedDeadline() }
    }
    let isKept = state.withLock { state in
      guard !state.exchange.isFinished else { return false }
      state.timer = timer
      return true
    }
    if !isKept { timer.cancel() }
  }

  /// Takes charge of a transfer that is about to start; false if it is not to, as the exchange has ended.
  ///
  /// - Parameter stop: Called once, when the exchange has ended and takes no more events.
  func attach(stop: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.exchange.isFinished else { return false }
      state.stop = stop
      return true
    }
    if !isTaken { stop() }
    return isTaken
  }

  var isFinished: Bool { state.withLock { $0.exchange.isFinished } }

  func cancel() {
    perform { $0.cancelled() }
  }

  // MARK: What the session tells

  func received(_ response: URLResponse) -> Bool {
    let head = (response as? HTTPURLResponse).map { HTTPHead($0) }
    return perform { $0.received(head) }
  }

  func received(_ data: Data) {
    perform { $0.received(data) }
  }

  /// Whether the redirect is to be followed.
  func redirected(from source: URL?, to destination: URL?) -> Bool {
    perform { $0.redirected(from: source, to: destination) }
  }

  func completed(_ error: (any Error)?, response: URLResponse?) {
    let head = (response as? HTTPURLResponse).map { HTTPHead($0) }
    perform { $0.completed(error, head: head) }
  }

  /// Returns whether the exchange goes on.
  @discardableResult
  private func perform(_ event: (inout HTTPExchangeState) -> HTTPExchangeState.Outcome?) -> Bool {
    let (isFinished, outcome, held) = state.withLock { state in
      let outcome = event(&state.exchange)
      let held = state
      if outcome != nil { (state.completion, state.timer, state.stop) = (nil, nil, nil) }
      return (state.exchange.isFinished, outcome, held)
    }
    if let outcome {
      held.timer?.cancel()
      held.stop?()
      held.completion?(outcome)
    }
    return !isFinished
  }
}
