/// What the library can find out that is worth telling. All its text comes from here, as a function of the facts.
enum Finding: Sendable {
  /// A wait failed.
  case wait(WaitReport)
  /// An expectation was fulfilled once too often.
  case surplus(
    String, Surplus<FulfillmentPlace>, createdAt: CallSite, waitedAt: CallSite?,
    of: WaitReport.ObservedNotification? = nil)
  /// Something came after the wait for it had given up.
  case late(String, Fulfillment<FulfillmentPlace>, PastWait<FulfillmentPlace>)
  /// An expectation was never waited for.
  case neverAwaited(String, count: Int)
  /// A count that cannot be met.
  case impossibleCount(String, defect: String, createdAt: CallSite? = nil)
  /// A condition was not met.
  case condition(ConditionReport)
  /// An expectation was fulfilled with something else than was expected.
  case value(UnexpectedValue)
  /// A body did not end in time.
  case body(BodyFailure)
  /// A manual clock was used wrongly, or in vain.
  case clock(ClockTrouble)
  /// Something is wrong with what was recorded of a stream.
  case recording(RecordingFinding)

  /// Whether it is what the call at `site` has found, and nothing about an expectation, a recorder or another line.
  func isOfACall(at site: CallSite) -> Bool {
    switch self {
    case .wait(let report): report.callSite == WaitReport.Place(site)
    case .condition, .value, .body, .clock: true
    case .recording(let finding): if case .call = finding.kind { true } else { false }
    case .surplus, .late, .neverAwaited, .impossibleCount: false
    }
  }

  var text: String {
    switch self {
    case .wait(let report): WaitText(report).text
    case .surplus(let name, let surplus, let createdAt, let waitedAt, let notification):
      Self.surplusText(name, surplus, createdAt: createdAt, waitedAt: waitedAt, of: notification)
    case .late(let name, let fulfillment, let past): Self.lateText(name, fulfillment, past)
    case .neverAwaited(let name, let count):
      "Nobody waited for \"\(name)\", nor read its values; it was \(count == 0 ? "never fulfilled" : "fulfilled \(Self.times(count))")"
    case .impossibleCount(let name, let defect, let createdAt):
      "\"\(name)\" can never be complete: its \(defect)\(createdAt.map { "\n  created at \($0)" } ?? "")"
    case .condition(let report): report.text
    case .value(let finding): finding.text
    case .body(let failure): failure.text
    case .clock(let trouble): trouble.text
    case .recording(let finding): finding.text
    }
  }

  private static func surplusText(
    _ name: String, _ surplus: Surplus<FulfillmentPlace>, createdAt: CallSite, waitedAt: CallSite?,
    of notification: WaitReport.ObservedNotification?
  ) -> String {
    let extra = place(surplus.extra.place)
    var lines: [String] = []
    if let allowed = surplus.allowed {
      let gap = SecondsText.exact(surplus.extra.place.time.since(allowed.place.time))
      lines.append("\"\(name)\" was fulfilled once too often: \(extra)")
      lines.append("  the one before, \(gap) earlier: \(place(allowed.place))")
    } else {
      lines.append("\"\(name)\" must not happen, but was fulfilled: \(extra)")
    }
    if let notification { lines.append("  a notification, \(NotificationText(notification).observed)") }
    if let waitedAt { lines.append("  waited for at \(waitedAt)") }
    lines.append("  created at \(createdAt)")
    return lines.joined(separator: "\n")
  }

  private static func lateText(
    _ name: String, _ fulfillment: Fulfillment<FulfillmentPlace>, _ past: PastWait<FulfillmentPlace>
  ) -> String {
    let lateness = SecondsText.exact(fulfillment.instant.since(past.deadline))
    let limit = SecondsText.exact(past.deadline.since(past.started))
    return """
      "\(name)" was fulfilled \(lateness) after the \(limit) limit: \(place(fulfillment.place))
        \(advice(fulfillment, past))
      """
  }

  /// A longer timeout helps nothing where the end of the wait is what let the fulfillment happen: then it comes at once.
  /// What a blocking wait was in the way of comes then, and what the test itself lets go after any wait.
  private static func advice(
    _ fulfillment: Fulfillment<FulfillmentPlace>, _ past: PastWait<FulfillmentPlace>
  ) -> String {
    let wouldDo = "a timeout of more than \(SecondsText.exact(fulfillment.instant.since(past.started))) would have done"
    guard fulfillment.instant.since(past.deadline) <= atOnce else { return wouldDo }
    return past.place.thread == .unknown
      ? "\(wouldDo), unless the test let it happen after the wait"
      : "as soon as the wait had given up: did the test hold until then what it needed, a lock, a queue, an actor?"
  }

  private static let atOnce: Nanoseconds = 100_000_000

  static func place(_ place: FulfillmentPlace) -> String {
    place.site.map { "\($0), \(place.thread)" } ?? "\(place.thread)"
  }

  static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}
