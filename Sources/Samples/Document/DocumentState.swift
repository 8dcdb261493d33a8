/// What a document is doing, as its user sees it.
public enum DocumentState: Equatable, Sendable {
  /// Not opened yet, or closed. The document has no content.
  case closed
  /// Reading the file.
  case opening
  /// Open. The document accepts edits, even while it is saving.
  case normal
  /// Open, but reverting to the content of the file. The document accepts no edits, because they would be lost.
  case editingDisabled
  /// Open, and the last save failed. The document keeps its changes. The next successful save ends this state.
  case savingError
  /// Open, and another program changed the file since the document read or saved it. The document has overwritten
  /// nothing and keeps its changes.
  ///
  /// The caller chooses how to end this state: `revert` takes the content of the file, `save(overwriting: true)`
  /// replaces it, and `save(to:)` leaves it alone and continues with another file.
  case inConflict
  /// Writing its last changes. The document accepts no more edits.
  case closing
}
