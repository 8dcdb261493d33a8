/// Why the bytes of a file cannot be decoded into content, or content cannot be encoded into bytes.
public enum DocumentContentError: Error, Equatable, Sendable {
  /// The file is empty.
  case empty
  /// The file exceeds the size limit.
  case tooLarge(limit: Int)
  /// The bytes are not UTF-8 text.
  case notUTF8
  /// The text ends too early.
  case truncated
  /// The text does not have the expected form, at `path` in it.
  case malformed(path: String, reason: String)
  /// The file has another format.
  case wrongFormat(found: String, expected: String)
  /// A later version of the program wrote the file.
  case newerFormat(found: Int, supported: Int)
  /// The content holds a value that the format cannot represent, such as a number that is not finite.
  case notEncodable(path: String, reason: String)
}
