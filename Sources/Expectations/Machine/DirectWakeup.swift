/// The effect of the next fulfillment when it is certain: the fulfillment ends one wait with success and does nothing
/// else.
///
/// The machine keeps one for nearly every such expectation. After a long wait, the processor's caches hold little of
/// what a fulfillment needs. A direct wake-up wakes the waiter with little code and little data.
struct DirectWakeup: Hashable, Sendable {
  var waiter: WaiterReference
  /// The last instant at which a fulfillment has this effect.
  var deadline: MonotonicInstant
  /// The verdict of the wait that the fulfillment ends.
  var kind: Verdict.Kind
}
