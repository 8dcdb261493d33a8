import class Expectations.Expectation

@testable import Expectations

/// Expectations that the process keeps. In a debug build, the text of a timeout says that nothing else could fulfill an
/// expectation if nothing holds it; that would be one more line in texts about other facts.
private let allHeld = Locked<[any Sendable]>([])

extension Expectation {
  /// Keeps the expectation, as work does that will fulfill it.
  func held() -> Expectation {
    allHeld.withLock { $0.append(self) }
    return self
  }
}
