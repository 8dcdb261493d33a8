/// The text of one wait: what came, what did not come, and the known causes. It depends only on the report.
struct WaitText {
  let report: WaitReport
  /// Whether the wait still continues. The watchdog asks for the text before the wait is over.
  var isLive = false

  init(_ report: WaitReport, isLive: Bool = false) {
    self.report = report
    self.isLive = isLive
  }

  var text: String {
    let causes = CauseText(report)
    let timeline = TimelineText(report)
    let head = [headline] + causes.certainties.map { "  \($0)" }
    let command = self.command.map { ["  " + $0] } ?? []
    var room = Self.longest - head.count - command.count
    let rest = (zeroTimeoutNote + causes.lines).map { "  \($0)" }.prefix(room - Self.leastOfEntries)
    room -= rest.count
    let hasTimeline = !timeline.isEmpty && room >= Self.leastOfEntries + Self.leastOfTimeline
    let entries = entries(shown: hasTimeline ? room - Self.leastOfTimeline : room)
    room -= entries.count
    return (head + entries + rest + (hasTimeline ? timeline.lines(shown: room) : []) + command)
      .joined(separator: "\n")
  }

  /// The most lines of a text. If there are more, lists are cut: the expectations and the events get at least so many.
  private static let (longest, leastOfEntries, leastOfTimeline) = (25, 5, 8)

  /// The command that shows the path of the test's code, if nothing stands anywhere that explains the timeout.
  private var command: String? {
    #if os(Linux)
      guard report.outcome == .timedOut, report.standingLines.isEmpty else { return nil }
      return report.testForCommands.map { "to see the path of the code: swift run expectations-trace \($0)" }
    #else
      return nil
    #endif
  }

  // MARK: Headline

  private var headline: String {
    let elapsed = DurationText.short(report.elapsed)
    guard !isLive else {
      let limit = report.elapsedOnClock == nil ? report.limit.map { " of \(DurationText.short($0))" } : nil
      let uncounted =
        report.uncounted < .milliseconds(100) ? "" : ", \(DurationText.short(report.uncounted)) not counted"
      return "Waiting for \(elapsed)\(limit ?? "")\(uncounted): \(awaited ?? "")\(progress(after: ": "))"
    }
    switch report.outcome {
    case .overFulfilled where report.decisiveIndex == nil: return "Fulfilled too often: \(overFulfilled)"
    case .overFulfilled, .unexpectedFulfillment:
      return "Must not happen\(isOnlyTooEarly ? " yet" : ""), but did: \(decisive)"
    case .completed where required.isEmpty && !report.expectations.isEmpty: return silence
    case .completed: return "Completed after \(elapsed)"
    case .timedOut: return "\(timeIsUp)\(goal)"
    case .incorrectOrder: return "Wrong order: \(decisive) was complete before \(name(report.awaitedIndex))"
    case .threw: return "\(decisive) failed: \(report.errorDescription ?? "an error")"
    case .cancelled: return "Cancelled after \(elapsed)\(goal)"
    case .interrupted: return "Interrupted after \(elapsed) because the enclosing wait timed out,\(goal)"
    case .cannotComplete where report.expectations.isEmpty: return "Nothing to wait for"
    case .cannotComplete(let reason): return "Cannot complete: \(reason)"
    }
  }

  /// Says that the time ran out, and on which clock.
  var timeIsUp: String {
    guard let passed = report.elapsedOnClock, let limit = report.limit else {
      return "Timed out after \(limit)\(UncountedText(report).remark)"
    }
    guard passed < limit else { return "Timed out after \(DurationText.short(limit)) on its clock" }
    let bound = DurationText.short(report.elapsed)
    return
      "Gave up after \(bound) of real time, with \(DurationText.short(passed)) of \(DurationText.short(limit)) elapsed on its clock"
  }

  private var limit: String {
    report.timeout < .zero
      ? "0 s (a negative timeout, \(DurationText.short(report.timeout)), counts as 0)"
      : DurationText.short(report.limit ?? report.elapsed)
  }

  /// Says for how long what did not happen.
  private var silence: String {
    let names = report.expectations.filter { !$0.isRepeated }.map { "\"\($0.description)\"" }
    let what = names.count == 1 ? names[0] : "\(names[0]) and \(names.count - 1) more"
    let counted = DurationText.short(max(.zero, report.elapsed - report.delay - report.uncounted))
    return "Watched for \(counted)\(UncountedText(report).remark) without a failure: \(what)"
  }

  /// ` waiting for "saved" and 1 more: 1 of 3 expectations complete`
  private var goal: String {
    " waiting for \(awaited ?? "nothing more")\(progress(after: ": "))"
  }

  private var required: [WaitReport.Entry] { report.expectations.filter { !$0.isInverted && !$0.isRepeated } }

  /// The names of the missing expectations, for readers of a list of failures; nil when nothing is missing.
  private var awaited: String? {
    if let signal = onlySignal { return "the signal \"\(signal)\", which ends the wait" }
    let names = required.filter { !$0.isComplete }.map { "\"\($0.description)\"" }
    guard report.isAnyOf, required.count > 1 else {
      return names.first.map { names.count == 1 ? $0 : "\($0) and \(names.count - 1) more" }
    }
    return names.count < 4 ? "any of \(names.joined(separator: ", "))" : "any of \(names.count) expectations"
  }

  /// The signal, if nothing else is missing.
  private var onlySignal: String? {
    guard report.outcome == .timedOut, let signal = report.missingSignal else { return nil }
    return required.dropLast().allSatisfy(\.isComplete) ? signal : nil
  }

  /// The number of complete expectations; empty when the names alone are enough.
  private func progress(after separator: String) -> String {
    guard !report.isAnyOf, required.count != 1, onlySignal == nil else { return "" }
    return "\(separator)\(required.filter(\.isComplete).count) of \(required.count) expectations complete"
  }

  private var overFulfilled: String {
    report.expectations.filter { $0.isOverFulfilled && !$0.isRepeated }
      .map { "\"\($0.description)\" \(CountText.times($0.fulfillmentCount)), \($0.allowedCount) allowed" }
      .joined(separator: ", ")
  }

  /// Whether the unexpected event is expected later.
  private var isOnlyTooEarly: Bool {
    guard report.outcome == .unexpectedFulfillment, let index = report.decisiveIndex,
      report.expectations.indices.contains(index)
    else { return false }
    return !report.expectations[index].isInverted
  }

  private var decisive: String { name(report.decisiveIndex) }

  private func name(_ index: Int?) -> String {
    guard let index, report.expectations.indices.contains(index) else { return "one" }
    return "\"\(report.expectations[index].description)\""
  }

  private var zeroTimeoutNote: [String] {
    guard report.outcome == .timedOut, report.limit == .zero else { return [] }
    return ["with this timeout, the wait checks once and does not sleep"]
  }

  // MARK: Entries

  private func entries(shown: Int) -> [String] {
    let entries = report.expectations.filter { !$0.isRepeated }
    let width = entries.map(\.description.count).max() ?? 0
    return Shortened.lines(
      entries.map { ([line($0, padding: width - $0.description.count)] + details($0)).joined(separator: "\n      ") },
      shown: shown)
  }

  private func details(_ entry: WaitReport.Entry) -> [String] {
    guard [.timedOut, .interrupted].contains(report.outcome), !entry.isComplete else { return [] }
    return entry.notification.map { NotificationText($0).lines } ?? []
  }

  private func line(_ entry: WaitReport.Entry, padding: Int) -> String {
    let isGood = entry.isComplete && !entry.isOverFulfilled
    let start = "  \(isGood ? "✔" : "✘") \"\(entry.description)\"\(String(repeating: " ", count: padding))"
    if isGood, !entry.isInverted {
      return "\(start)  \(times(entry))\(lastPlace(entry))"
    }
    let count = "\(start)  \(count(entry))"
    guard !entry.fulfillments.isEmpty else { return "\(count)   created at \(entry.createdAt)" }
    return "\(count)   \(times(entry))\(lastPlace(entry)), created at \(entry.createdAt)"
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

/// Shortens long lists by leaving out their middle.
enum Shortened {
  /// - `shown`: How many lines there may be; five are always shown.
  static func lines(_ lines: [String], shown: Int = 21, indentation: String = "  ") -> [String] {
    let half = max(2, (min(shown, 21) - 1) / 2)
    guard lines.count > 2 * half + 1 else { return lines }
    return lines.prefix(half) + ["\(indentation)… \(lines.count - 2 * half) more …"] + lines.suffix(half)
  }
}
