import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The lock and the effects of one request. Feeds an `HTTPExchangeState`. When the request ends, it cancels the
/// deadline, releases the transfer, and calls the completion handler on the thread of the last event.
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

  /// Starts the deadline.
  ///
  /// - Parameter timers: A serial queue.
  func begin(timers: DispatchQueue) {
    let deadline = state.withLock { $0.exchange.deadline }
    guard deadline > .zero else {
      // A timer that fires at once can still come after a quick response.
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

  /// Attaches a transfer that is about to start. Returns false if the exchange has already ended and the transfer must
  /// not start.
  ///
  /// - Parameter stop: Called once, when the exchange has ended and accepts no more events.
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

  // MARK: Events of the session

  func received(_ response: URLResponse) -> Bool {
    let head = (response as? HTTPURLResponse).map { HTTPHead($0) }
    return perform { $0.received(head) }
  }

  func received(_ data: Data) {
    perform { $0.received(data) }
  }

  /// Returns whether to follow the redirect.
  func redirected(from source: URL?, to destination: URL?) -> Bool {
    perform { $0.redirected(from: source, to: destination) }
  }

  func completed(_ error: (any Error)?, response: URLResponse?) {
    let head = (response as? HTTPURLResponse).map { HTTPHead($0) }
    perform { $0.completed(error, head: head) }
  }

  /// Returns whether the exchange continues.
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
