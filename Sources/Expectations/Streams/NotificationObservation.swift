import Foundation

/// The observation of one notification for one expectation.
final class NotificationObservation: @unchecked Sendable {
  // Sendable: the state is under its lock, `receive` is set once, before the first observer is added, and of the object
  // only its identity is used.
  private let name: Notification.Name
  private let center: NotificationCenter
  private weak var object: AnyObject?
  private let hasObject: Bool
  private var receive: @Sendable (Notification) -> Void = { _ in }
  private let state = Locked(ObservationState<any NSObjectProtocol>())

  init(_ name: Notification.Name, object: AnyObject?, center: NotificationCenter) {
    self.name = name
    self.object = object
    self.center = center
    hasObject = object != nil
  }

  deinit {
    remove(state.withLock { $0.stop() })
  }

  /// Begins to observe. `receive` is called on the threads that post, outside every lock.
  func start(_ receive: @escaping @Sendable (Notification) -> Void) {
    self.receive = receive
    add(state.withLock { $0.start() })
  }

  /// A wait for the expectation begins.
  func beginWait() {
    add(state.withLock { $0.beginWait() })
  }

  /// A wait for the expectation is over; `isDone` unless it succeeded without this one.
  func endWait(isDone: Bool) {
    remove(state.withLock { $0.endWait(isDone: isDone) })
  }

  /// What the centre holds at the moment.
  var observer: (any NSObjectProtocol)? { state.withLock { $0.observer } }

  private func add(_ round: Int?) {
    // Nobody posts for an object that is gone; without it, the centre would take any object. Read once: it may go between.
    let object = object
    guard let round, !hasObject || object != nil else { return }
    let observer = center.addObserver(forName: name, object: object, queue: nil) { [weak self] notification in
      // The centre knows the object by its address, which another one may have when it is gone.
      guard let self, !hasObject || self.object != nil, state.withLock({ $0.counts(round) }) else { return }
      receive(notification)
    }
    remove(state.withLock { $0.add(observer, for: round) })
  }

  private func remove(_ observer: (any NSObjectProtocol)?) {
    if let observer { center.removeObserver(observer) }
  }
}
