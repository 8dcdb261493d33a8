/// The problems of an expectation itself, apart from a failed wait.
indirect enum ExpectationFinding: Finding {
  /// The expectation was fulfilled once too often.
  case surplus(
    String, Surplus, createdAt: CallSite, waitedAt: CallSite?,
    of: WaitReport.ObservedNotification? = nil)
  /// The expectation was fulfilled after its wait had given up, and so long after the failure of the wait was recorded.
  /// A test that goes on then may itself have let it happen. It may be an error, or others may still be missing: then
  /// it did not complete the expectation.
  case late(
    String, Fulfillment, EndedWait, completes: Bool = true, afterFailure: Nanoseconds? = nil, testGoesOn: Bool = false)
  /// No test waited for the expectation.
  case neverAwaited(String, count: Int)
  /// The waits for the expectation, in an `async let`, were canceled, so nothing was checked.
  case onlyCancelled(String, count: Int)
  /// The run ended while a wait for the expectation, and for `more` others, still ran.
  case stillRunning(String, more: Int)
  /// No number of fulfillments can meet its count.
  case impossibleCount(String, defect: String, createdAt: CallSite? = nil)

  var severity: Problem.Severity {
    switch self {
    case .late, .onlyCancelled: .warning
    case .surplus, .neverAwaited, .stillRunning, .impossibleCount: .failure
    }
  }

  var mayStopLater: Bool {
    switch self {
    case .surplus, .impossibleCount: true
    case .late, .neverAwaited, .onlyCancelled, .stillRunning: false
    }
  }

  func isOfACall(at site: CallSite) -> Bool { false }

  var text: String {
    switch self {
    case .surplus(let name, let surplus, let createdAt, let waitedAt, let notification):
      Self.surplusText(name, surplus, createdAt: createdAt, waitedAt: waitedAt, of: notification)
    case .late(let name, let fulfillment, let wait, let completes, let delay, let testGoesOn):
      Self.lateText(name, fulfillment, wait, completes, delay, testGoesOn)
    case .neverAwaited(let name, let count):
      "No test waited for \"\(name)\" or read its values; it was \(Self.fulfilled(count))"
    case .onlyCancelled(let name, let count):
      """
      Nothing was checked: this wait for "\(name)" was cancelled, and no other was decided; it was \(Self.fulfilled(count))
        an `async let` that the test does not await is cancelled at the end of its scope
      """
    case .stillRunning(let name, let more):
      "The run ended while this wait for \"\(name)\"\(more > 0 ? " and \(more) more" : "") still ran: no test awaited its end"
    case .impossibleCount(let name, let defect, let createdAt):
      "\"\(name)\" can never be complete: its \(defect)\(createdAt.map { "\n  created at \($0)" } ?? "")"
    }
  }

  private static func fulfilled(_ count: Int) -> String {
    count == 0 ? "never fulfilled" : "fulfilled \(CountText.times(count))"
  }

  private static func surplusText(
    _ name: String, _ surplus: Surplus, createdAt: CallSite, waitedAt: CallSite?,
    of notification: WaitReport.ObservedNotification?
  ) -> String {
    let place = surplus.fulfillment.place
    var lines: [String] = []
    if let allowed = surplus.lastAllowed {
      let gap = DurationText.exact(surplus.fulfillment.place.time.since(allowed.place.time))
      lines.append("\"\(name)\" was fulfilled once too often: \(place)")
      lines.append("  the one before, \(gap) earlier: \(allowed.place)")
    } else {
      lines.append("\"\(name)\" must not happen, but was fulfilled: \(place)")
    }
    if let notification { lines.append("  a notification, \(NotificationText(notification).observed)") }
    if let waitedAt { lines.append("  waited for at \(waitedAt)") }
    lines.append("  created at \(createdAt)")
    return lines.joined(separator: "\n")
  }

  private static func lateText(
    _ name: String, _ fulfillment: Fulfillment, _ wait: EndedWait, _ completes: Bool, _ delay: Nanoseconds?,
    _ testGoesOn: Bool
  ) -> String {
    let lateness = DurationText.exact(fulfillment.instant.since(wait.deadline))
    let limit = DurationText.exact(wait.deadline.since(wait.started))
    let advice = advice(fulfillment, wait, completes, delay, testGoesOn)
    return "\"\(name)\" was fulfilled \(lateness) after the \(limit) limit: \(fulfillment.place)"
      + (advice.map { "\n  \($0)" } ?? "")
  }

  /// Suggests a fix for a late fulfillment.
  ///
  /// A longer timeout does not help if the end of the wait let the fulfillment happen. It then comes at once: a
  /// blocking wait was in its way, or the test released something after the wait. The test goes on when the failure is
  /// recorded, which takes a moment.
  private static func advice(
    _ fulfillment: Fulfillment, _ wait: EndedWait, _ completes: Bool, _ delay: Nanoseconds?, _ testGoesOn: Bool
  ) -> String? {
    let isImmediate =
      fulfillment.instant.since(wait.deadline) <= immediateLateness
      || delay.map { (0...immediateLateness).contains($0) } ?? false
    guard !isImmediate || wait.place.thread == .unknown || !wait.hasSlept else {
      return
        "as soon as the wait gave up: until then, did the test hold a lock, a queue or an actor that the work needed?"
    }
    guard completes else { return nil }
    let enough = DurationText.exact(fulfillment.instant.since(wait.started))
    return "a timeout of more than \(enough) would have been enough"
      + (isImmediate || testGoesOn && delay ?? -1 >= 0 ? unlessTheTest : "")
  }

  private static let unlessTheTest = ", unless the test let it happen after the wait"
  private static let immediateLateness: Nanoseconds = 100_000_000
}
