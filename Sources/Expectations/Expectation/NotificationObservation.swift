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

  var isActive: Bool { observers != nil }

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

/// Counts postings that are similar to an awaited notification, until the notification itself has come often enough.
///
/// Only the first few different objects are kept.
struct NearMisses: Sendable {
  typealias Postings = WaitReport.ObservedNotification.Postings

  private static let kept = 4

  private var missingCount: Int
  private(set) var withoutObjectCount = 0
  private(set) var otherObjects: [Postings] = []
  private(set) var furtherObjectCount = 0
  private(set) var rejectedCount = 0

  /// - `requiredCount`: How often the notification must come before nothing more is counted.
  init(requiredCount: Int) {
    missingCount = requiredCount
  }

  private var isCounting: Bool { missingCount > 0 }

  /// Notes that the awaited notification has come.
  mutating func noteMatch() {
    if isCounting { missingCount -= 1 }
  }

  mutating func noteRejection() {
    if isCounting { rejectedCount += 1 }
  }

  /// Notes a posting by another object of the given type; nil means that no object posted it.
  mutating func note(objectOfType type: String?) {
    guard isCounting else { return }
    if let type {
      if !Self.count(type, in: &otherObjects) { furtherObjectCount += 1 }
    } else {
      withoutObjectCount += 1
    }
  }

  /// Counts a posting. Returns false if the list has no room for a new subject.
  private static func count(_ subject: String, in list: inout [Postings]) -> Bool {
    if let index = list.firstIndex(where: { $0.subject == subject }) {
      list[index].count += 1
    } else if list.count < kept {
      list.append(Postings(subject: subject, count: 1))
    } else {
      return false
    }
    return true
  }
}

/// Decides when a source of fulfillments is observed: from the start until the last wait for it is over.
///
/// Observers are added and removed outside the lock, so each belongs to a numbered round. An observer that was added
/// too late for its round is returned to the caller, which removes it; what it receives does not count.
struct ObservationState<Observer> {
  private var round = 0
  private var isOn = false
  private(set) var observer: Observer?
  private var waits = 0

  /// Begins a round, unless one is active. Returns its number, for which the caller adds an observer.
  mutating func start() -> Int? {
    guard !isOn else { return nil }
    isOn = true
    round += 1
    return round
  }

  /// Keeps the observer of a round. If the round is over, returns the observer, which the caller removes.
  mutating func add(_ observer: Observer, for round: Int) -> Observer? {
    guard isOn, round == self.round else { return observer }
    self.observer = observer
    return nil
  }

  /// Whether events count that the observer of `round` receives.
  func counts(_ round: Int) -> Bool { isOn && round == self.round }

  /// Notes that a wait begins. Returns the number of a new round, as `start()` does.
  mutating func beginWait() -> Int? {
    waits += 1
    return start()
  }

  /// Notes that a wait is over. Returns the observer for the caller to remove; nil if it is still needed.
  mutating func endWait(isDone: Bool) -> Observer? {
    waits -= 1
    guard waits == 0, isDone else { return nil }
    return stop()
  }

  /// Ends the round. Returns the observer for the caller to remove.
  mutating func stop() -> Observer? {
    isOn = false
    return observer.take()
  }
}

extension ObservationState: Sendable where Observer: Sendable {}
extension ObservationState: Equatable where Observer: Equatable {}
