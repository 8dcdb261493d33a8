/// Formats recorded events so that a reader can recognize them, even if they are long or many.
enum EventText {
  private static let longest = 200

  /// Describes one event: a string in quotes, and a very long text without its middle.
  static func describe(_ event: some Any) -> String {
    shortened((event as? String).map { "\"\($0)\"" } ?? "\(event)")
  }

  /// Removes the middle of a very long text.
  static func shortened(_ text: String) -> String {
    guard text.count > longest else { return text }
    return "\(text.prefix(longest / 2))…\(text.suffix(longest / 2))"
  }

  /// Indents all lines of a text except the first.
  static func indented(_ text: String, by indentation: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\(indentation)")
  }

  /// Returns a line for each event, with its number and whether it was consumed.
  ///
  /// - Parameter consumed: How many events, from the first one on, were consumed.
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
