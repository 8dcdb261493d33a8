/// Why an operation on a document failed.
public enum DocumentError: Error, Equatable, Sendable {
  /// Only an open document can be edited and saved; this one was in `state`.
  case notOpen(DocumentState)
  /// Only a closed document can be opened.
  case alreadyOpen
  /// The file could not be read.
  case unreadable(FileError)
  /// The file could not be written. The document keeps its changes, and the file is intact.
  case unwritable(FileError)
  /// Another program changed the file since the document read or saved it. The file is unchanged, and the document
  /// keeps its changes. `save(overwriting: true)` replaces the file.
  case conflict
  /// The bytes are not content of this kind, or the content cannot be encoded. The file is unchanged.
  case invalidContent(DocumentContentError)
}

/// Why the bytes of a file cannot be decoded into content, or content cannot be encoded into bytes.
public enum DocumentContentError: Error, Equatable, Sendable {
  /// The file exceeds the size limit, in bytes.
  case tooLarge(limit: Int)
  /// The text does not have the expected form, at `path` in it.
  case malformed(path: String, reason: String)
  /// The file has another format.
  case wrongFormat(found: String, expected: String)
  /// A later version of the program wrote the file.
  case newerFormat(found: Int, supported: Int)
  /// The content holds a value that the format cannot represent, such as a number that is not finite.
  case notEncodable(reason: String)
}

/// What a document is doing, as its user sees it.
public enum DocumentState: Equatable, Sendable {
  /// Not opened yet, or closed. The document has no content.
  case closed
  /// Reading the file.
  case opening
  /// Open. The document accepts edits, even while it is saving.
  case normal
  /// Open, and the last save failed. The document keeps its changes. The next successful save ends this state.
  case savingError
  /// Writing its last changes. The document accepts no more edits.
  case closing
}
