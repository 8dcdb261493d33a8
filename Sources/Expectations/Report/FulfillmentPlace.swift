/// Where something happened: the line, when it is known, and the thread or queue; and when, as people are told it.
struct FulfillmentPlace: Sendable, Equatable {
  /// nil when a closure was called, which carries no line.
  var site: CallSite?
  var thread: ThreadLabel
  /// The real instant. The machine has another one beside it, on the clock that decides.
  var time = Instant.never
}

extension FulfillmentPlace: CustomStringConvertible {
  var description: String { site.map { "\($0), \(thread)" } ?? "\(thread)" }
}
