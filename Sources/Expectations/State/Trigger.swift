/// What the next fulfillment of an expectation does, where that is certain beforehand: it ends a wait with success, and
/// that is all.
///
/// The machine keeps one for nearly every expectation that this holds for. So a fulfillment that comes long after everything it
/// needs has left the processor's caches can wake its waiter by little code and few data, and the machine is told later.
struct Trigger<Waiter> {
  var waiter: Waiter
  /// The last instant at which it does so.
  var deadline: Instant
  /// The verdict that the wait then has.
  var kind: Verdict.Kind
}

extension Trigger: Equatable where Waiter: Equatable {}
extension Trigger: Hashable where Waiter: Hashable {}
extension Trigger: Sendable where Waiter: Sendable {}
