/// Text in place of bytes of a file.
struct Edit: Equatable, Sendable {
  var range: Range<Int>
  var text: String

  /// The text of a file after edits that do not overlap.
  static func apply(_ edits: [Edit], to bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += bytes[position..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}
