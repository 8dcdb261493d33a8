/// The text of one failed wait: what came, what did not, and what is known of why.
struct WaitText {
  private let report: WaitReport

  init(_ report: WaitReport) {
    self.report = report
  }

  var text: String {
    ([headline] + entries + notes).joined(separator: "\n")
  }

  // MARK: Headline

  private var headline: String {
    switch report.verdict {
    case .completed where report.outcome == .overFulfilled: "Fulfilled too often: \(overFulfilled)"
    case .completed: "Completed after \(SecondsText.short(report.elapsed))"
    case .timedOut: "\(timeIsUp): \(progress)"
    case .outOfOrder(let early, let awaited): "Wrong order: \(name(early)) was complete before \(name(awaited))"
    case .forbidden(let position): "Must not happen, but did: \(name(position))"
    case .failed(let position): "\(name(position)) failed: \(report.error.map { "\($0)" } ?? "an error")"
    case .cancelled: "Cancelled after \(SecondsText.short(report.elapsed)): \(progress)"
    case .interrupted:
      "Interrupted after \(SecondsText.short(report.elapsed)), the time of the wait around it being over: \(progress)"
    case .impossible, .unreachable, .valueless: "Cannot complete: \(reason)"
    case .empty: "Nothing to wait for"
    }
  }

  /// That the time was over, and on which clock.
  var timeIsUp: String {
    guard let passed = report.elapsedOnClock, let limit = report.limit else { return "Timed out after \(limit)" }
    guard passed < limit else { return "Timed out after \(SecondsText.short(limit)) on its clock" }
    let bound = SecondsText.short(report.elapsed)
    return
      "Gave up after \(bound) of real time, when its clock had passed \(SecondsText.short(passed)) of \(SecondsText.short(limit))"
  }

  private var limit: String {
    report.asked < .zero
      ? "0 s (a negative timeout, \(SecondsText.short(report.asked)), counts as 0)"
      : report.limit == .zero ? "0 s" : SecondsText.short(report.limit ?? report.elapsed)
  }

  private var progress: String {
    let wanted = report.expectations.filter { !$0.isQuiet }
    let complete = wanted.filter(\.isComplete).count
    return "\(complete) of \(wanted.count) \(wanted.count == 1 ? "expectation" : "expectations") complete"
  }

  private var reason: String {
    if case .cannotComplete(let reason) = report.outcome { reason } else { "" }
  }

  private var overFulfilled: String {
    report.expectations.filter { $0.fulfillmentCount > $0.allowedCount }
      .map { "\"\($0.description)\" \(Finding.times($0.fulfillmentCount)), \(bounds($0)) allowed" }
      .joined(separator: ", ")
  }

  private func bounds(_ entry: WaitReport.Entry) -> String { "\(entry.allowedCount)" }

  private func name(_ position: Int) -> String { "\"\(report.names[position])\"" }

  // MARK: Entries

  private static let shownEntries = 20

  private var entries: [String] {
    let width = report.expectations.map(\.description.count).max() ?? 0
    let lines = report.expectations.map { line($0, padding: width - $0.description.count) }
    guard lines.count > Self.shownEntries else { return lines }
    let half = Self.shownEntries / 2
    return lines.prefix(half) + ["  … \(lines.count - 2 * half) more …"] + lines.suffix(half)
  }

  private func line(_ entry: WaitReport.Entry, padding: Int) -> String {
    let isGood = entry.isComplete && entry.fulfillmentCount <= entry.allowedCount
    let start = "  \(isGood ? "✔" : "✘") \"\(entry.description)\"\(String(repeating: " ", count: padding))"
    if isGood, !entry.isQuiet {
      return "\(start)  \(times(entry))\(lastPlace(entry))"
    }
    let required =
      entry.isQuiet && entry.allowedCount < .max ? "at most \(entry.allowedCount)" : "\(entry.requiredCount)"
    let count = "\(start)  \(entry.fulfillmentCount) of \(required)"
    guard !entry.fulfillments.isEmpty else { return "\(count)   created at \(entry.createdAt)" }
    return "\(count)   \(times(entry))\(lastPlace(entry)), created at \(entry.createdAt)"
  }

  private func times(_ entry: WaitReport.Entry) -> String {
    let all = entry.fulfillments.map { time($0) }
    guard all.count > 6 else { return all.joined(separator: ", ") }
    return "\(all.prefix(3).joined(separator: ", ")) … \(all.suffix(3).joined(separator: ", "))"
  }

  private func time(_ fulfillment: WaitReport.Fulfillment) -> String {
    let text = fulfillment.time < .zero ? "before the wait" : SecondsText.exact(fulfillment.time)
    guard let limit = report.limit, report.elapsedOnClock == nil, fulfillment.time > limit, limit > .zero else {
      return text + (fulfillment.isError ? " (error)" : "")
    }
    return "fulfilled \(SecondsText.short(fulfillment.time - limit)) after the \(SecondsText.short(limit)) limit"
  }

  private func lastPlace(_ entry: WaitReport.Entry) -> String {
    guard let last = entry.fulfillments.last else { return "" }
    return "  " + (last.callSite.map { "\($0), " } ?? "") + last.thread
  }

  // MARK: Notes

  /// What is known of why, a line each.
  var notes: [String] {
    [blockage, stall].compactMap { $0 }.map { "  \($0)" }
  }

  /// What the wait itself held up, which is a fact, while whether that was the reason is for the reader to judge.
  private var blockage: String? {
    switch report.verdict {
    case .unreachable: return "use `await` instead, which lets the queue go on"
    case .timedOut, .interrupted: break
    default: return nil
    }
    switch report.surroundings {
    case .mainQueueJob:
      return "this wait blocked the main queue and the main actor: what must run there could not; use `await`"
    case .task: return "this wait blocked a thread of the concurrency pool; use `await`"
    case .queue(let label): return "this wait blocked the queue \"\(label)\": what must run there could not"
    case .mainThread, .thread, .suspended: return nil
    }
  }

  private var stall: String? {
    guard report.delay >= .milliseconds(50) else { return nil }
    let delay = SecondsText.short(report.delay)
    return switch report.surroundings {
    case .suspended: "resumed \(delay) later: concurrency pool busy"
    case .mainThread, .mainQueueJob: "main thread did not run for \(delay)"
    case .task, .queue, .thread: "resumed \(delay) later: the thread did not run"
    }
  }
}
