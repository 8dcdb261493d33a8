/// A piece of Swift source that is no comment and no space.
struct Token: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// A name, a keyword, or a directive such as `#if`.
    case word
    case number
    /// The whole literal, with what is interpolated in it.
    case string
    /// One character.
    case symbol
  }

  var kind: Kind
  var text: String
  /// Where it stands, in bytes.
  var range: Range<Int>
  /// The number of its line, from 1.
  var line: Int
}
