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
