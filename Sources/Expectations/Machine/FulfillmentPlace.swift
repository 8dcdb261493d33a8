/// The place and time of an event: its line, when known, its thread or queue, and its real instant.
struct FulfillmentPlace: Hashable, Sendable {
  /// The line of the call; nil for a call of a handler, which has no line.
  var site: CallSite?
  var thread: ThreadLabel
  /// The real instant. The machine also stores the instant on the fair clock, which decides.
  var time = MonotonicInstant.never
}

extension FulfillmentPlace: CustomStringConvertible {
  var description: String { site.map { "\($0), \(thread)" } ?? "\(thread)" }
}
