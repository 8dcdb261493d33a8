/// A condition that is being checked.
struct LiveCondition: Sendable {
  var description: String
  var site: CallSite
  var test: String?
  var began: MonotonicInstant

  static func text(of conditions: [LiveCondition], at now: MonotonicInstant) -> String {
    let count = conditions.count == 1 ? "This condition is" : "These \(conditions.count) conditions are"
    let lines = conditions.map { condition in
      let test = condition.test.map { ", in test \($0)" } ?? ""
      let time = DurationText.short(.nanoseconds(now.since(condition.began)))
      return "  \(condition.site)\(test): \"\(condition.description)\", for \(time)"
    }
    return (["Expectations: \(count) being checked:"] + lines).joined(separator: "\n")
  }
}

/// A live wait.
struct LiveWait {
  var started: MonotonicInstant
  /// When the wait began, or when one of its expectations was last fulfilled.
  var lastProgress: MonotonicInstant
  var report: WaitReport
  var test: String?

  static func all(
    of live: [SlotKey: (request: WaitRequest, context: CallingContext)], at now: MonotonicInstant
  ) -> [LiveWait] {
    let waits = live.compactMap { wait, entry -> LiveWait? in
      Wait.snapshot(of: wait, for: entry.request, entry.context).map { record in
        let fulfilled = record.states.compactMap(\.history.last?.place.time)
        return LiveWait(
          started: record.started.real, lastProgress: fulfilled.reduce(record.started.real, max),
          report: WaitReport(record, error: nil), test: entry.request.host.testName)
      }
    }
    return waits.sortedForText { $0.started < $1.started }
  }

  /// The text that the watchdog prints: every wait with its age, what came and what did not, the oldest first.
  static func text(of waits: [LiveWait], stalledFor silence: Nanoseconds) -> String {
    let count = waits.count == 1 ? "This wait is" : "These \(waits.count) waits are"
    let headline =
      "Expectations: no wait has made progress for \(DurationText.short(.nanoseconds(silence))). \(count) live:"
    let texts = waits.map { wait in
      let test = wait.test.map { ", in test \($0)" } ?? ""
      let waitedOn = wait.report.context.isSuspended ? "" : ", on \(wait.report.waitedOn)"
      return "\(wait.report.callSite)\(test)\(waitedOn): \(WaitText(wait.report, isLive: true).text)"
    }
    return ([headline] + texts).joined(separator: "\n")
  }
}
