/// What a document is doing, as far as its user need know.
public enum DocumentState: Equatable, Sendable {
  /// Not opened yet, or closed: it has no content.
  case closed
  /// Being read.
  case opening
  /// Open. It may be saving; it can be edited all the while.
  case normal
  /// Open, and the last save failed. The changes are kept, and the next save that succeeds ends this.
  case savingError
  /// Writing its last changes; no more are taken.
  case closing
}
