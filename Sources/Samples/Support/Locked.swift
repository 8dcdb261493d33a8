import Foundation

/// A value that only one thread at a time can access.
///
/// The rule for users: decide under the lock, act outside it. The body changes the value and returns what to do next.
/// It never calls a completion handler, resumes a task, or starts work.
final class Locked<State: Sendable>: @unchecked Sendable {
  // Sendable because `state` is accessed only in `withLock`, between `lock` and `unlock`, and because `withLock`
  // returns only a copy of a Sendable value or a new value that the body made.
  private let lock = NSLock()
  private var state: State

  init(_ state: State) {
    self.state = state
  }

  /// Runs `body` with exclusive access, and returns its result.
  func withLock<Output, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
