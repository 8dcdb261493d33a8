import Foundation

/// Observes one notification for one expectation.
final class NotificationObservation: WaitObservation, @unchecked Sendable {
  // Sendable: the two states are behind locks. `receive` and `isWanted` are set once, before the first observer is
  // added. Of the object, only its identity and its type are used.
  private let name: Notification.Name
  private let center: NotificationCenter
  private weak var object: AnyObject?
  private let objectType: AnyObject.Type?
  private var receive: @Sendable (Notification) -> Bool = { _ in true }
  private var isWanted = false
  private let state = Locked(ObservationState<CenterObservers>())
  private let misses = Locked(NearMisses(requiredCount: 0))

  init(_ name: Notification.Name, object: AnyObject?, center: NotificationCenter) {
    self.name = name
    self.object = object
    self.center = center
    objectType = object.map { type(of: $0) }
  }

  deinit {
    remove(state.withLock { $0.stop() })
  }

  /// Begins to observe.
  ///
  /// - `requiredCount`: How many notifications must come. While some are missing, similar postings are counted.
  /// - `receive`: Runs on the threads that post, outside every lock. Returns whether the notification counts.
  func start(requiredCount: Int, _ receive: @escaping @Sendable (Notification) -> Bool) {
    self.receive = receive
    isWanted = requiredCount > 0
    misses.withLock { $0 = NearMisses(requiredCount: requiredCount) }
    add(state.withLock { $0.start() })
  }

  /// Notes that a wait for the expectation begins.
  func beginWait() {
    add(state.withLock { $0.beginWait() })
  }

  /// Notes that a wait for the expectation is over; `isDone` is false if the wait succeeded without this expectation.
  func endWait(isDone: Bool) {
    remove(state.withLock { $0.endWait(isDone: isDone) })
  }

  /// The observers that the center currently holds.
  var observers: CenterObservers? { state.withLock { $0.observer } }

  /// What was observed, and which similar postings came.
  var findings: WaitReport.ObservedNotification {
    let misses = misses.withLock { $0 }
    return WaitReport.ObservedNotification(
      name: name.rawValue, isOnDefaultCenter: center === NotificationCenter.default,
      objectType: objectType.map { "\($0)" }, isObjectGone: objectType != nil && object == nil,
      withoutObjectCount: misses.withoutObjectCount, otherObjects: misses.otherObjects,
      furtherObjectCount: misses.furtherObjectCount, rejectedCount: misses.rejectedCount)
  }

  // MARK: Observing

  private func add(_ round: Int?) {
    guard let round else { return }
    // Without an object, every posting of that name counts.
    let hasNearMisses = isWanted && objectType != nil
    let observers = CenterObservers(
      named: namedObserver(round), nearMissObserver: hasNearMisses ? nearMissObserver(round) : nil)
    remove(state.withLock { $0.add(observers, for: round) })
  }

  private func remove(_ observers: CenterObservers?) {
    if let named = observers?.named { center.removeObserver(named) }
    if let nearMissObserver = observers?.nearMissObserver { center.removeObserver(nearMissObserver) }
  }

  private func namedObserver(_ round: Int) -> (any NSObjectProtocol)? {
    // If the object is gone, nothing can post for it; and with nil, the center would accept any object. The weak
    // reference is read once, because the object may be released at any time.
    let object = object
    guard objectType == nil || object != nil else { return nil }
    return center.addObserver(forName: name, object: object, queue: nil) { [weak self] notification in
      // The center knows the object by its address; another object may have the same address after this one is gone.
      guard let self, objectType == nil || self.object != nil, counts(round) else { return }
      let isMatch = receive(notification)
      misses.withLock { isMatch ? $0.noteMatch() : $0.noteRejection() }
    }
  }

  private func counts(_ round: Int) -> Bool { state.withLock { $0.counts(round) } }

  // MARK: Similar notifications

  private func nearMissObserver(_ round: Int) -> any NSObjectProtocol {
    center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
      self?.noteObject(of: notification, round)
    }
  }

  /// Notes a posting by an object other than the awaited one. It does not ask the object for its description: that
  /// would run a user's code in the middle of a posting.
  private func noteObject(of notification: Notification, _ round: Int) {
    let poster = notification.object.map { $0 as AnyObject }
    guard poster == nil || poster !== object, counts(round) else { return }
    let posterType = notification.object.map { "\(type(of: $0))" }
    misses.withLock { $0.note(objectOfType: posterType) }
  }
}

/// The observers that a center holds for one observation.
struct CenterObservers {
  /// Receives the awaited notification; nil when its object is gone.
  var named: (any NSObjectProtocol)?
  /// Receives the notification from all objects; nil when those from other objects do not matter.
  var nearMissObserver: (any NSObjectProtocol)?
}
