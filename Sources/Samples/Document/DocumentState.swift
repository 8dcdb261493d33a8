/// What a document is doing, as far as its user need know.
public enum DocumentState: Equatable, Sendable {
  /// Not opened yet, or closed: it has no content.
  case closed
  /// Being read.
  case opening
  /// Open. It may be saving; it can be edited all the while.
  case normal
  /// Open, but going back to what its file holds: it takes no edits, which would be lost.
  case editingDisabled
  /// Open, and the last save failed. The changes are kept, and the next save that succeeds ends this.
  case savingError
  /// Open, and another program changed the file since it was read or saved. Nothing was overwritten, the changes are
  /// kept.
  ///
  /// What ends this is a choice: `revert` takes what the file holds, `save(overwriting: true)` replaces it, and
  /// `save(to:)` leaves it alone and goes on in another.
  case inConflict
  /// Writing its last changes; no more are taken.
  case closing
}
