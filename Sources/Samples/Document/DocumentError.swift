/// Why an operation on a document failed.
public enum DocumentError: Error, Equatable, Sendable {
  /// Only an open document can be edited, saved, and reverted; this one was in `state`.
  case notOpen(DocumentState)
  /// Only a closed document can be opened.
  case alreadyOpen
  /// The file could not be read.
  case unreadable(FileError)
  /// The file could not be written. The document keeps its changes, and the file is intact.
  case unwritable(FileError)
  /// Another program changed the file since the document read or saved it. The file is unchanged, and the document
  /// keeps its changes.
  case conflict
  /// The bytes are not content of this kind, or the content cannot be encoded. The file is unchanged.
  case invalidContent(DocumentContentError)
}
