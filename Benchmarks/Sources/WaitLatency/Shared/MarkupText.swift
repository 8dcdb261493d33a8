/// Writes text into SVG, outside of tags.
enum MarkupText {
  /// The text without what would be markup, and without characters that XML does not allow.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\0"..." ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
        result += scalar == " " ? " " : "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
