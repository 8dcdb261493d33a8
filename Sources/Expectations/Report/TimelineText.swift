/// The events of a wait, one on each line; empty when there are fewer than two fulfillments.
struct TimelineText {
  private let report: WaitReport

  init(_ report: WaitReport) {
    self.report = report
  }

  var isEmpty: Bool {
    report.outcome == .completed
      || report.expectations.reduce(0) { $0 + ($1.isRepeated ? 0 : $1.fulfillments.count) } < 2
  }

  /// - `shown`: How many lines there may be.
  func lines(shown: Int) -> [String] {
    guard !isEmpty else { return [] }
    let rows = report.timeline.map { (time: DurationText.exact($0.time), phrase: phrase($0), place: place($0)) }
    let timeWidth = rows.map(\.time.count).max() ?? 0
    let phraseWidth = min(rows.map(\.phrase.count).max() ?? 0, Self.widestPhrase)
    let lines = rows.map { row in
      let time = String(repeating: " ", count: timeWidth - row.time.count) + row.time
      guard !row.place.isEmpty else { return "    \(time)  \(row.phrase)" }
      let padding = String(repeating: " ", count: max(0, phraseWidth - row.phrase.count))
      return "    \(time)  \(row.phrase)\(padding)  \(row.place)"
    }
    return ["  in order:"] + Shortened.lines(lines, shown: shown - 1, indentation: "    ")
  }

  private static let widestPhrase = 40

  private func phrase(_ event: WaitReport.Event) -> String {
    let entry = event.expectation.map { report.expectations[$0] }
    let name = "\"\(entry?.description ?? "")\""
    switch event.kind {
    case .created: return "\(name) created"
    case .began: return "wait began"
    case .fulfilled: return "\(name) fulfilled\(count(event, of: entry))"
    case .failed: return "\(name) failed\(count(event, of: entry))"
    case .outOfOrder: return "\(name) fulfilled\(count(event, of: entry)) before its turn"
    case .overFulfilled: return "\(name) fulfilled\(count(event, of: entry)), once too often"
    case .late: return "\(name) fulfilled\(count(event, of: entry)), too late"
    case .handlersReleased: return "handler of \(name) released, uncalled"
    case .deadline: return "time ran out"
    }
  }

  /// Returns ` 2 of 3`; empty when neither number is above 1.
  private func count(_ event: WaitReport.Event, of entry: WaitReport.Entry?) -> String {
    guard let number = event.number, let required = entry?.requiredCount, max(number, required) > 1 else { return "" }
    return " \(number) of \(required)"
  }

  private func place(_ event: WaitReport.Event) -> String {
    [event.callSite.map { "\($0)" }, event.thread].compactMap { $0 }.joined(separator: ", ")
  }
}

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
