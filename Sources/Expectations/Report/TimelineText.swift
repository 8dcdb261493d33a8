/// The events of a wait, one on each line; empty when there are fewer than two fulfillments.
struct TimelineText {
  private struct Event {
    var time: Duration
    var phrase: String
    var place: String
  }

  let report: WaitReport

  var isEmpty: Bool {
    report.outcome == .completed
      || report.expectations.reduce(0) { $0 + ($1.isRepeated ? 0 : $1.fulfillments.count) } < 2
  }

  /// - `shown`: How many lines there may be.
  func lines(shown: Int) -> [String] {
    let rows = events.map { (DurationText.exact($0.time), $0.phrase, $0.place) }
    let timeWidth = rows.map(\.0.count).max() ?? 0
    let phraseWidth = min(rows.map(\.1.count).max() ?? 0, Self.widestPhrase)
    let lines = rows.map { time, phrase, place in
      let start = "    \(String(repeating: " ", count: timeWidth - time.count))\(time)  \(phrase)"
      return place.isEmpty
        ? start : start + String(repeating: " ", count: max(0, phraseWidth - phrase.count)) + "  \(place)"
    }
    return ["  in order:"] + Shortened.lines(lines, shown: shown - 1, indentation: "    ")
  }

  private static let widestPhrase = 40

  /// All known events, in order. Events at the same instant keep their order.
  private var events: [Event] {
    var events = [Event(time: .zero, phrase: "wait began", place: "\(report.callSite)")]
    for (index, entry) in report.expectations.enumerated() where !entry.isRepeated {
      for (offset, fulfillment) in entry.fulfillments.enumerated() {
        let place = [fulfillment.callSite.map { "\($0)" }, fulfillment.thread].compactMap { $0 }.joined(separator: ", ")
        let number = entry.number(ofFulfillmentAt: offset)
        events.append(
          Event(time: fulfillment.time, phrase: phrase(for: fulfillment, number, of: entry, at: index), place: place))
      }
    }
    if report.outcome == .timedOut {
      events.append(Event(time: report.elapsed - report.delay, phrase: "time ran out", place: ""))
    }
    return events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func phrase(
    for fulfillment: WaitReport.Fulfillment, _ number: Int, of entry: WaitReport.Entry, at index: Int
  ) -> String {
    let count = max(number, entry.requiredCount) > 1 ? " \(number) of \(entry.requiredCount)" : ""
    let start = "\"\(entry.description)\" \(fulfillment.isError ? "failed" : "fulfilled")\(count)"
    if fulfillment.isError { return start }
    if number > entry.allowedCount { return start + ", once too often" }
    if fulfillment.lateness != nil { return start + ", too late" }
    let isOutOfOrder =
      report.outcome == .incorrectOrder && index == report.decisiveIndex && number == entry.requiredCount
    return isOutOfOrder ? start + " before its turn" : start
  }
}
