/// Why a document could not do what it was asked to.
public enum DocumentError: Error, Equatable, Sendable {
  /// Only an open document can be edited, saved and reverted; this one was in `state`.
  case notOpen(DocumentState)
  /// Only a closed document can be opened.
  case alreadyOpen
  /// The file could not be read.
  case unreadable(FileError)
  /// The file could not be written. The document keeps its changes, and the file is whole.
  case unwritable(FileError)
  /// Somebody else changed the file since it was read or saved; it was left alone, and the document keeps its changes.
  case conflict
  /// What was read is no content of this kind, or the content cannot be written as a file. The file is untouched.
  case invalidContent(DocumentContentError)
}
