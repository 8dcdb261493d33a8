import Foundation

/// A value that only one thread at a time can reach.
///
/// The rule for its users: decide under the lock, act outside it. A body changes the value and returns what is to be
/// done; it never calls a completion handler, resumes a task or starts work.
final class Locked<State: Sendable>: @unchecked Sendable {
  // Sendable, because `state` is touched in `withLock` only, there only between `lock` and `unlock`, and what leaves
  // `withLock` is a copy of a Sendable value or a new value made by the body.
  private let lock = NSLock()
  private var state: State

  init(_ state: State) {
    self.state = state
  }

  /// Runs `body` while no other thread can, and returns what it returns.
  func withLock<Output, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
