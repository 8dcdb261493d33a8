/// The text about the values that a condition had.
struct ValuesText {
  private static let widest = 40

  private let values: RecentValues

  init(_ values: RecentValues) {
    self.values = values
  }

  /// The values on one line: `the last value was 0`, `the last values were 0, 1 (first seen at 0.300 s)`. If they are
  /// too long for that, the phrase points to the lines below; nil when there were no values.
  var phrase: String? {
    guard values.count > 1 else { return values.last.first.map { "the last value was \($0.text)" } }
    let omitted = values.count - values.last.count
    let which = omitted > 0 ? "the last \(values.last.count) of \(values.count) values" : "the last values"
    guard isShort else { return "\(which) are listed below" }
    let list = values.last.enumerated().map { index, value in
      index == 0 && omitted == 0 ? value.text : "\(value.text) (first seen at \(DurationText.exact(value.time)))"
    }
    return "\(which) were \(list.joined(separator: ", "))"
  }

  /// One line for each value, if the values are too long for a single line.
  var lines: [String] {
    guard values.count > 1, !isShort else { return [] }
    return values.last.enumerated().map { index, value in
      // The last value is shown in full, as a single value is.
      let text = index == values.last.count - 1 ? value.text : EventText.shortened(value.text)
      return "\(DurationText.exact(value.time))  \(EventText.indented(text, by: "      "))"
    }
  }

  private var isShort: Bool {
    values.last.allSatisfy { $0.text.count <= Self.widest && !$0.text.contains("\n") }
  }
}
