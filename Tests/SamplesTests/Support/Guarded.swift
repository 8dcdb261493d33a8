@testable import Samples

/// A value behind a lock, for the fakes in these tests: the one of the samples, whose name the library has, too.
typealias Guarded<State: Sendable> = Samples.Locked<State>

extension Guarded {
  var value: State { withLock { $0 } }

  /// Stores a new value and returns the old one.
  func swap(_ new: State) -> State {
    withLock { state in
      defer { state = new }
      return state
    }
  }
}
