import Observation

@testable import Expectations

/// A model with a lock of its own, which any thread may use.
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
