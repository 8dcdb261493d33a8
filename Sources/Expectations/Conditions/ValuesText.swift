/// What is said of the values that a condition had.
struct ValuesText {
  private static let widest = 40

  private let values: RecentValues

  init(_ values: RecentValues) {
    self.values = values
  }

  /// `the last value was 0`, `the last values were 0, 1 (first seen at 0.300 s), 0 (first seen at 0.310 s)`; where they
  /// are too long for one line, that they follow. nil when there were none.
  var phrase: String? {
    guard values.count > 1 else { return values.last.first.map { "the last value was \($0.text)" } }
    let omitted = values.count - values.last.count
    let start = omitted > 0 ? "the last \(values.last.count) of \(values.count) values were" : "the last values were"
    guard isShort else { return "\(start) those below" }
    let list = values.last.enumerated().map { index, value in
      index == 0 && omitted == 0 ? value.text : "\(value.text) (first seen at \(DurationText.exact(value.time)))"
    }
    return "\(start) \(list.joined(separator: ", "))"
  }

  /// A line for each value, if they are too long for one.
  var lines: [String] {
    guard values.count > 1, !isShort else { return [] }
    return values.last.enumerated().map { index, value in
      // The very last one stands in full, as a single one does.
      let text = index == values.last.count - 1 ? value.text : EventText.shortened(value.text)
      return "\(DurationText.exact(value.time))  \(EventText.indented(text, by: "      "))"
    }
  }

  private var isShort: Bool {
    values.last.allSatisfy { $0.text.count <= Self.widest && !$0.text.contains("\n") }
  }
}
