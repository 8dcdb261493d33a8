import Foundation

/// A value behind a lock, for the fakes of these tests.
final class Guarded<State>: @unchecked Sendable {
  // Sendable, because `state` is touched between `lock` and `unlock` only.
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

  /// Puts a new value in, and returns the one that was there.
  func swap(_ new: State) -> State {
    withLock { state in
      defer { state = new }
      return state
    }
  }
}
