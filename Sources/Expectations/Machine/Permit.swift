/// The one permit of a waiter: one that is granted before the waiter parks is remembered, so no order of the two loses
/// it.
struct Permit<Parked> {
  fileprivate enum State {
    case none
    case granted
    case parked(Parked)
  }

  fileprivate var state = State.none

  /// Takes the permit if there is one, and returns what was going to park, which goes on; otherwise keeps it for
  /// `grant`.
  mutating func park(_ parked: Parked) -> Parked? {
    guard case .granted = state else {
      state = .parked(parked)
      return nil
    }
    state = .none
    return parked
  }

  /// Grants the permit. Returns what is to be woken, once.
  mutating func grant() -> Parked? {
    guard case .parked(let parked) = state else {
      state = .granted
      return nil
    }
    state = .none
    return parked
  }
}

extension Permit: Sendable where Parked: Sendable {}
extension Permit.State: Sendable where Parked: Sendable {}
extension Permit: Equatable where Parked: Equatable {}
extension Permit: Hashable where Parked: Hashable {}
extension Permit.State: Equatable where Parked: Equatable {}
extension Permit.State: Hashable where Parked: Hashable {}
