import Observation

@testable import Expectations

/// A model that may be used from any thread, as its own lock says.
@Observable final class Meter: @unchecked Sendable {
  @ObservationIgnored private let stored = Locked(0)

  var value: Int {
    get {
      access(keyPath: \.value)
      return stored.withLock { $0 }
    }
    set {
      withMutation(keyPath: \.value) { stored.withLock { $0 = newValue } }
    }
  }
}
