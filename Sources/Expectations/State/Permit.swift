/// The one permit of a waiter: an `unpark` that comes before the `park` is remembered, so no order of the two loses it.
struct Permit<Sleeper> {
  fileprivate enum State {
    case none
    case granted
    case parked(Sleeper)
  }

  fileprivate var state = State.none

  /// Whether a permit is there to be taken.
  var isGranted: Bool {
    if case .granted = state { true } else { false }
  }

  /// Takes the permit if there is one, and returns the sleeper, which is not to sleep; otherwise keeps it for `unpark`.
  mutating func park(_ sleeper: Sleeper) -> Sleeper? {
    guard case .granted = state else {
      state = .parked(sleeper)
      return nil
    }
    state = .none
    return sleeper
  }

  /// Grants the permit. Returns the sleeper that is to be woken, once.
  mutating func unpark() -> Sleeper? {
    guard case .parked(let sleeper) = state else {
      state = .granted
      return nil
    }
    state = .none
    return sleeper
  }
}

extension Permit: Sendable where Sleeper: Sendable {}
extension Permit.State: Sendable where Sleeper: Sendable {}
extension Permit: Equatable where Sleeper: Equatable {}
extension Permit: Hashable where Sleeper: Hashable {}
extension Permit.State: Equatable where Sleeper: Equatable {}
extension Permit.State: Hashable where Sleeper: Hashable {}
