/// Why the bytes of a file are not the content of a document, or the content cannot be made into bytes.
public enum DocumentContentError: Error, Equatable, Sendable {
  /// The file has no bytes at all.
  case empty
  /// More bytes than a file of this kind may have.
  case tooLarge(limit: Int)
  /// The bytes are not UTF-8 text.
  case notUTF8
  /// The text ends too early.
  case truncated
  /// The text is not of the form it should be, at `path` in it.
  case malformed(path: String, reason: String)
  /// A file of another kind.
  case wrongFormat(found: String, expected: String)
  /// A file written by a later version of the program.
  case newerFormat(found: Int, supported: Int)
  /// The content holds a value that the format has no form for, such as a number that is not one.
  case notEncodable(path: String, reason: String)
}
