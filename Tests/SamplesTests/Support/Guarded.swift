import Foundation

/// A value behind a lock, for the fakes in these tests.
final class Guarded<State>: @unchecked Sendable {
  // Sendable because `state` is accessed only between `lock` and `unlock`.
  private let lock = NSLock()
  private var state: State

  init(_ state: State) {
    self.state = state
  }

  func withLock<Output>(_ body: (inout State) throws -> Output) rethrows -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  var value: State { withLock { $0 } }

  /// Stores a new value and returns the old one.
  func swap(_ new: State) -> State {
    withLock { state in
      defer { state = new }
      return state
    }
  }
}
