/// When a source of fulfillments is observed: from the start, and until the last wait for it is over.
///
/// Observers are added and removed outside the lock, so they are told apart by rounds: one that was added too late for
/// its round is handed back to be removed, and what it receives does not count.
struct ObservationState<Observer> {
  private var round = 0
  private var isOn = false
  private(set) var observer: Observer?
  private var waits = 0

  /// Begins a round, unless one is on. Returns its number: an observer is to be added for it.
  mutating func start() -> Int? {
    guard !isOn else { return nil }
    isOn = true
    round += 1
    return round
  }

  /// Notes the observer of a round. Returns it if the round is over: it is to be removed.
  mutating func add(_ observer: Observer, for round: Int) -> Observer? {
    guard isOn, round == self.round else { return observer }
    self.observer = observer
    return nil
  }

  /// Whether what the observer of this round receives counts.
  func counts(_ round: Int) -> Bool { isOn && round == self.round }

  /// A wait begins, for which it is to be observed.
  mutating func beginWait() -> Int? {
    waits += 1
    return start()
  }

  /// A wait is over. Returns the observer that is to be removed, unless another wait needs it, or it is wanted further.
  mutating func endWait(isDone: Bool) -> Observer? {
    waits -= 1
    guard waits == 0, isDone else { return nil }
    return stop()
  }

  /// Ends the round. Returns the observer that is to be removed.
  mutating func stop() -> Observer? {
    isOn = false
    return observer.take()
  }
}

extension ObservationState: Sendable where Observer: Sendable {}
extension ObservationState: Equatable where Observer: Equatable {}
