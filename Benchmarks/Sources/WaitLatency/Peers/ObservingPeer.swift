import Expectations
import Foundation
import Observation

/// A condition of this library that observes a change of an observable property. It polls only once an hour.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
final class ObservingPeer: SuspendingPeer, @unchecked Sendable {
  // Sendable because the value is accessed only while `lock` is held.
  @ObservationIgnored private let lock = NSLock()
  @ObservationIgnored private var value = false

  private var isFulfilled: Bool {
    get {
      access(keyPath: \.isFulfilled)
      return lock.withLock { value }
    }
    set {
      withMutation(keyPath: \.isFulfilled) { lock.withLock { value = newValue } }
    }
  }

  init() {}

  func fulfill() {
    isFulfilled = true
  }

  func wait() async {
    try? await eventually("fulfilled", timeout: WaitLimit.duration, pollingInterval: .seconds(3600)) { isFulfilled }
  }
}
