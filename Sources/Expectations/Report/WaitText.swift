/// The text of one wait: what came, what did not come, and the known facts. It depends only on the report.
struct WaitText {
  let report: WaitReport

  /// First what did not come; then the observer's finding, the facts, the expectations, and the order of events.
  var text: String {
    let timeline = TimelineText(report: report)
    let head = [headline] + details.map { "  \($0)" }
    let room = max(Self.leastOfEntries, Self.longest - head.count)
    let hasTimeline = !timeline.isEmpty && room >= Self.leastOfEntries + Self.leastOfTimeline
    let entries = entries(shown: hasTimeline ? room - Self.leastOfTimeline : room)
    let events = hasTimeline ? timeline.lines(shown: room - entries.count) : []
    return (head + entries + events + report.closing.map { "  \($0)" }).joined(separator: "\n")
  }

  /// The most lines of a text. If there are more, lists are cut: the expectations and the events get at least so many.
  private static let (longest, leastOfEntries, leastOfTimeline) = (25, 5, 8)

  /// The observer's finding, and the facts.
  var details: [String] { report.observed + facts }

  // MARK: Headline

  private var headline: String {
    let elapsed = DurationText.short(report.elapsed)
    switch report.outcome {
    case .overFulfilled: return "Fulfilled too often: \(overFulfilled)"
    case .unexpectedFulfillment:
      return "Must not happen\(isOnlyTooEarly ? " yet" : ""), but did: \(name(report.decisiveIndex))"
    case .completed where required.isEmpty && !report.expectations.isEmpty: return nothingCame
    case .completed: return "Completed after \(elapsed)"
    case .timedOut: return timeIsUp + goal
    case .incorrectOrder:
      return "Wrong order: \(name(report.decisiveIndex)) was complete before \(name(report.awaitedIndex))"
    case .threw: return "\(name(report.decisiveIndex)) failed: \(report.errorDescription ?? "an error")"
    case .cancelled: return "Cancelled after \(elapsed)\(goal)"
    case .interrupted: return "Interrupted after \(elapsed) because the enclosing wait timed out,\(goal)"
    case .cannotComplete where report.expectations.isEmpty: return "Nothing to wait for"
    case .cannotComplete(let reason): return "Cannot complete: \(reason)"
    }
  }

  /// Says that the time ran out.
  var timeIsUp: String {
    let limit = DurationText.short(report.limit ?? report.elapsed)
    guard report.timeout < .zero else { return "Timed out after \(limit)" }
    return "Timed out after 0 s (a negative timeout, \(DurationText.short(report.timeout)), counts as 0)"
  }

  /// Says for how long what did not happen.
  private var nothingCame: String {
    let names = report.expectations.filter { !$0.isRepeated }.map { "\"\($0.description)\"" }
    let what = names.count == 1 ? names[0] : "\(names[0]) and \(names.count - 1) more"
    return "Watched for \(DurationText.short(report.elapsed - report.delay)) without a failure: \(what)"
  }

  /// ` waiting for "saved" and 1 more: 1 of 3 expectations complete`
  private var goal: String { " waiting for \(awaited ?? "nothing more")\(progress)" }

  private var required: [WaitReport.Entry] { report.expectations.filter { !$0.isInverted && !$0.isRepeated } }

  /// The names of the missing expectations, for readers of a list of failures; nil when nothing is missing.
  private var awaited: String? {
    let names = required.filter { !$0.isComplete }.map { "\"\($0.description)\"" }
    guard report.isAnyOf, required.count > 1 else {
      return names.first.map { names.count == 1 ? $0 : "\($0) and \(names.count - 1) more" }
    }
    return names.count < 4 ? "any of \(names.joined(separator: ", "))" : "any of \(names.count) expectations"
  }

  /// The number of complete expectations; empty when the names alone are enough.
  private var progress: String {
    guard !report.isAnyOf, required.count != 1 else { return "" }
    return ": \(required.filter(\.isComplete).count) of \(required.count) expectations complete"
  }

  private var overFulfilled: String {
    report.expectations.filter { $0.isOverFulfilled && !$0.isRepeated }
      .map { "\"\($0.description)\" \(CountText.times($0.fulfillmentCount)), \($0.allowedCount) allowed" }
      .joined(separator: ", ")
  }

  /// Whether the unexpected event is expected later.
  private var isOnlyTooEarly: Bool {
    report.outcome == .unexpectedFulfillment
      && report.decisiveIndex.map { !report.expectations[$0].isInverted } ?? false
  }

  private func name(_ index: Int?) -> String {
    index.map { "\"\(report.expectations[$0].description)\"" } ?? "one"
  }

  // MARK: Facts

  var facts: [String] {
    let handlers = report.expectations.filter { !$0.isRepeated }.compactMap(\.handlers)
    let shown = isOutOfTime ? Shortened.lines(handlers, shown: 5, indentation: "") + zeroTimeoutNote : []
    return shown + report.facts + [lateReturn].compactMap { $0 }
  }

  private var isOutOfTime: Bool { report.outcome == .timedOut || report.outcome == .interrupted }

  private var zeroTimeoutNote: [String] {
    guard report.outcome == .timedOut, report.limit == .zero else { return [] }
    return ["with this timeout, the wait checks once and does not sleep"]
  }

  /// Says that the caller resumed late after the verdict.
  private var lateReturn: String? {
    guard report.delay >= .milliseconds(50) else { return nil }
    let delay = DurationText.short(report.delay)
    return switch report.context {
    case .suspended: "resumed \(delay) later: its actor or the concurrency pool was busy"
    case .mainThread, .mainQueueJob: "the main thread did not run for \(delay)"
    case .task, .queue, .thread: "resumed \(delay) later: the thread did not run"
    }
  }

  // MARK: Entries

  private func entries(shown: Int) -> [String] {
    let entries = report.expectations.filter { !$0.isRepeated }
    let width = entries.map(\.description.count).max() ?? 0
    return Shortened.lines(entries.map { line($0, padding: width - $0.description.count) }, shown: shown)
  }

  private func line(_ entry: WaitReport.Entry, padding: Int) -> String {
    let isGood = entry.isComplete && !entry.isOverFulfilled
    let start = "  \(isGood ? "✔" : "✘") \"\(entry.description)\"\(String(repeating: " ", count: padding))"
    let times = "\(times(entry))\(lastPlace(entry))"
    if isGood, !entry.isInverted { return "\(start)  \(times)" }
    let count = "\(start)  \(count(entry))   "
    return count + (entry.fulfillments.isEmpty ? "" : "\(times), ") + "created at \(entry.createdAt)"
  }

  private func count(_ entry: WaitReport.Entry) -> String {
    switch entry.allowedCount {
    case 0: "\(entry.fulfillmentCount), must not happen"
    case ..<Int.max where entry.isInverted: "\(entry.fulfillmentCount) of at most \(entry.allowedCount)"
    default: "\(entry.fulfillmentCount) of \(entry.requiredCount)"
    }
  }

  private func times(_ entry: WaitReport.Entry) -> String {
    // Mention fulfillments before the wait only once.
    let all = entry.fulfillments.map { time($0) }.reduce(into: [String]()) { times, time in
      if time != Self.early || times.last != time { times.append(time) }
    }
    guard all.count > 6 else { return all.joined(separator: ", ") }
    return "\(all.prefix(3).joined(separator: ", ")) … \(all.suffix(3).joined(separator: ", "))"
  }

  private static let early = "before the wait"

  private func time(_ fulfillment: WaitReport.Fulfillment) -> String {
    let text = fulfillment.time < .zero ? Self.early : DurationText.exact(fulfillment.time)
    guard let limit = report.limit, let lateness = fulfillment.lateness, limit > .zero else {
      return text + (fulfillment.isError ? " (error)" : "")
    }
    return "fulfilled \(DurationText.short(lateness)) after the \(DurationText.short(limit)) limit"
  }

  private func lastPlace(_ entry: WaitReport.Entry) -> String {
    guard let last = entry.fulfillments.last else { return "" }
    return "  " + (last.callSite.map { "\($0), " } ?? "") + last.thread
  }
}

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
    // The first and the last ones of each expectation are kept: more than there are lines.
    let lost = report.expectations.reduce(0) { $0 + ($1.isRepeated ? 0 : $1.fulfillmentCount - $1.fulfillments.count) }
    return ["  in order:"] + Shortened.lines(lines, shown: shown - 1, indentation: "    ", lost: lost)
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
    let wanted = number > entry.requiredCount ? entry.allowedCount : entry.requiredCount
    let count = max(number, wanted) > 1 ? " \(number)" + (wanted < .max ? " of \(wanted)" : "") : ""
    let start = "\"\(entry.description)\" \(fulfillment.isError ? "failed" : "fulfilled")\(count)"
    if fulfillment.isError { return start }
    if number > entry.allowedCount, entry.isOverFulfilled { return start + ", once too often" }
    if fulfillment.lateness != nil { return start + ", too late" }
    let isOutOfOrder =
      report.outcome == .incorrectOrder && index == report.decisiveIndex && number == entry.requiredCount
    return isOutOfOrder ? start + " before its turn" : start
  }
}
