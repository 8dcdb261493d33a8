/// The single permit of a waiter, which ends its sleep.
///
/// A permit that is granted before the waiter parks is remembered, so that the waiter then does not sleep.
struct Permit<Parked> {
  fileprivate enum State {
    case none
    case granted
    case parked(Parked)
  }

  fileprivate var state = State.none

  /// Takes the permit and returns `parked`, which continues. Without a permit, keeps `parked` for `grant` and returns
  /// nil.
  mutating func park(_ parked: Parked) -> Parked? {
    guard case .granted = state else {
      state = .parked(parked)
      return nil
    }
    state = .none
    return parked
  }

  /// Grants the permit. Returns the parked value that the caller must wake, if there is one.
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
