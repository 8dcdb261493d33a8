/// What the next fulfillment of an expectation does, where that is certain beforehand: it ends one wait with success,
/// and nothing else.
///
/// The machine keeps one for nearly every expectation that this holds for. A fulfillment that comes long after its wait began
/// finds little of what it needs in the processor's caches; by this it wakes the waiter with little code and few data.
struct DirectWakeup<Waiter> {
  var waiter: Waiter
  /// The last instant at which it does so.
  var deadline: Instant
  /// The verdict that the wait then has.
  var kind: Verdict.Kind
}

extension DirectWakeup: Equatable where Waiter: Equatable {}
extension DirectWakeup: Hashable where Waiter: Hashable {}
extension DirectWakeup: Sendable where Waiter: Sendable {}
