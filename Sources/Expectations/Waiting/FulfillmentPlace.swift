/// Where something happened: the line, when it is known, and the thread or queue.
struct FulfillmentPlace: Sendable, Equatable {
  /// nil when a closure was called, which carries no line.
  var site: CallSite?
  var thread: ThreadLabel
}
