/// Writes recorded events so that a reader knows them again, however long and many they are.
enum EventText {
  private static let longest = 200

  /// One event: a string in quotes, and the middle of a very long one left out.
  static func describe(_ event: some Any) -> String {
    shortened((event as? String).map { "\"\($0)\"" } ?? "\(event)")
  }

  /// A text without its middle, if it is very long.
  static func shortened(_ text: String) -> String {
    guard text.count > longest else { return text }
    return "\(text.prefix(longest / 2))…\(text.suffix(longest / 2))"
  }

  /// A text with all its lines but the first indented.
  static func indented(_ text: String, by indentation: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\(indentation)")
  }

  /// A line for each event, with its number, and whether it had been consumed.
  ///
  /// - Parameter consumed: How many had been consumed, of the first.
  static func list(_ events: Excerpt<String>, consumed: Int = 0) -> [String] {
    let first = lines(events.first, from: events.offset, consumed: consumed)
    guard events.omitted > 0 else { return first }
    let end = events.offset + events.first.count + events.omitted
    return first + ["  … \(events.omitted) more …"] + lines(events.last, from: end, consumed: consumed)
  }

  private static func lines(_ events: [String], from start: Int, consumed: Int) -> [String] {
    events.enumerated().map { offset, event in
      let index = start + offset
      return "  \(index + 1): \(indented(event, by: "    "))\(index < consumed ? " (consumed)" : "")"
    }
  }
}
