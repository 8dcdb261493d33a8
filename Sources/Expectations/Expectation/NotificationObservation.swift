import Foundation

/// The observation of one notification for one expectation.
final class NotificationObservation: WaitObservation, @unchecked Sendable {
  // Sendable: the states are under their locks, `receive` and `isWanted` are set once, before the first observer is
  // added, and of the object only its identity and its type are used.
  private let name: Notification.Name
  private let center: NotificationCenter
  private weak var object: AnyObject?
  private let objectType: AnyObject.Type?
  private let likeness: NameLikeness
  private var receive: @Sendable (Notification) -> Bool = { _ in true }
  private var isWanted = false
  private let state = Locked(ObservationState<CenterObservers>())
  private let misses = Locked(NearMisses(requiredCount: 0))

  init(_ name: Notification.Name, object: AnyObject?, center: NotificationCenter) {
    self.name = name
    self.object = object
    self.center = center
    objectType = object.map { type(of: $0) }
    likeness = NameLikeness(name.rawValue)
  }

  deinit {
    remove(state.withLock { $0.stop() })
  }

  /// Begins to observe.
  ///
  /// - `requiredCount`: How many have to come. While some are missing, what comes near is noted.
  /// - `receive`: Is called on the threads that post, outside every lock. Returns whether the notification counts.
  func start(requiredCount: Int, _ receive: @escaping @Sendable (Notification) -> Bool) {
    self.receive = receive
    isWanted = requiredCount > 0
    misses.withLock { $0 = NearMisses(requiredCount: requiredCount) }
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

  /// What the center holds at the moment.
  var observers: CenterObservers? { state.withLock { $0.observer } }

  /// What was observed, and what came near.
  var findings: WaitReport.ObservedNotification {
    let misses = misses.withLock { $0 }
    return WaitReport.ObservedNotification(
      name: name.rawValue, isOnDefaultCenter: center === NotificationCenter.default,
      objectType: objectType.map { "\($0)" }, isObjectGone: objectType != nil && object == nil,
      withoutObjectCount: misses.withoutObjectCount, otherObjects: misses.otherObjects,
      furtherObjectCount: misses.furtherObjectCount, rejectedCount: misses.rejectedCount,
      similarNames: misses.similarNames)
  }

  // MARK: Observing

  private func add(_ round: Int?) {
    guard let round else { return }
    let observers = CenterObservers(named: namedObserver(round), onlooker: isWanted ? onlooker(round) : nil)
    remove(state.withLock { $0.add(observers, for: round) })
  }

  private func remove(_ observers: CenterObservers?) {
    if let named = observers?.named { center.removeObserver(named) }
    if let onlooker = observers?.onlooker { center.removeObserver(onlooker) }
  }

  private func namedObserver(_ round: Int) -> (any NSObjectProtocol)? {
    // Nothing is posted for an object that is gone; without it, the center would take any object. Read once: it may go
    // between.
    let object = object
    guard objectType == nil || object != nil else { return nil }
    return center.addObserver(forName: name, object: object, queue: nil) { [weak self] notification in
      // The center knows the object by its address, which another one may have when it is gone.
      guard let self, objectType == nil || self.object != nil, counts(round) else { return }
      let isMatch = receive(notification)
      misses.withLock { isMatch ? $0.noteMatch() : $0.noteRejection() }
    }
  }

  private func counts(_ round: Int) -> Bool { state.withLock { $0.counts(round) } }

  // MARK: What comes near

  private func onlooker(_ round: Int) -> any NSObjectProtocol {
    center.addObserver(forName: nil, object: nil, queue: nil) { [weak self] notification in
      guard let self else { return }
      if notification.name == name {
        noteObject(of: notification, round)
      } else if likeness.isNear(notification.name.rawValue), counts(round) {
        misses.withLock { $0.note(similarName: notification.name.rawValue) }
      }
    }
  }

  /// Notes an object that is not the awaited one. It is not asked to describe itself: that would be code of a user in
  /// the middle of a post.
  private func noteObject(of notification: Notification, _ round: Int) {
    guard objectType != nil else { return }
    let poster = notification.object.map { $0 as AnyObject }
    guard poster == nil || poster !== object, counts(round) else { return }
    let posterType = notification.object.map { "\(type(of: $0))" }
    misses.withLock { $0.note(objectOfType: posterType) }
  }
}

/// What a center holds for one observation.
struct CenterObservers {
  /// Receives what is awaited; nil when it can no longer be posted.
  var named: (any NSObjectProtocol)?
  /// Receives all that is posted; nil when it does not matter what comes near.
  var onlooker: (any NSObjectProtocol)?
}
