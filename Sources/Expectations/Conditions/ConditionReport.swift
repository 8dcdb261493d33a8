/// What happened while a condition was waited for.
struct ConditionReport: Finding, Equatable {
  var description: String
  var goal: ConditionGoal
  var failure: ConditionFault
  var elapsed: Duration
  /// How much of that did not count, because not everything could run.
  var uncounted: Duration = .zero
  /// What kept the clock standing still meanwhile.
  var stalls: [WaitReport.Stall] = []
  /// How much time has passed on the clock that it is measured on, if that is not the machine's.
  var elapsedOnClock: Duration?
  /// How long it was allowed to take, on its clock; nil when there was no limit.
  var limit: Duration?
  var earliest: Duration
  var stability: Duration
  var tries: Int
  /// The values that were judged last.
  var values = RecentValues()
  /// What it should have been, as text.
  var expected: String?
  var firstError: String?
  var lastError: String?
  /// What was found of why it ran out of time, as lines.
  var causes: [String] = []
}

extension ConditionReport {
  /// Notes what could run meanwhile, and how late the last evaluation began where its caller runs.
  mutating func noteCauses(_ findings: WaitFindings?, lateness: Duration, on context: CallingContext) {
    // Time on another clock does not pass because something could run.
    let isOutOfTime =
      switch failure {
      case .timedOut, .stillRunning: elapsedOnClock == nil
      case .clockStoodStill: true
      case .tooEarly, .broken, .hopeless, .interrupted: false
      }
    guard isOutOfTime else { return }
    let probes = ProbeText(findings: findings ?? WaitFindings(), poolSize: Blockage.poolSize)
    causes = [probes.line, probes.threads, context.lateReturn(by: lateness)].compactMap { $0 }
  }
}

extension ConditionReport {
  /// The text of the failure.
  var text: String {
    ([headline, tried] + valueLines + errors + causes).compactMap { $0 }.joined(separator: "\n  ")
  }

  private var name: String { "\"\(description)\"" }

  private var headline: String {
    switch failure {
    case .timedOut(heldLast: false): "\(timeIsUp): \(name) did not come true"
    case .timedOut(heldLast: true):
      "\(timeIsUp): \(name) held in the end, but not yet for \(DurationText.short(stability)) without a break"
    case .tooEarly:
      "\(name) came true too early: after \(DurationText.exact(time)), not before \(DurationText.exact(earliest))"
    case .broken where goal == .always: "\(name) did not last: it did not hold after \(part)"
    case .broken: "\(name) must not come true, but did after \(part)"
    case .hopeless: "Gave up on \(name) after \(DurationText.exact(time)): \(lastError ?? "an error")"
    case .stillRunning: "Condition still running after \(DurationText.short(elapsed)): \(name)"
    case .clockStoodStill:
      "Gave up after \(DurationText.short(elapsed)) of real time, when its clock had passed \(part): \(name)"
    case .interrupted:
      "Interrupted after \(DurationText.short(elapsed)), the time of the wait around it being over: \(name)"
    }
  }

  private var time: Duration { elapsedOnClock ?? elapsed }

  private var timeIsUp: String {
    guard elapsedOnClock == nil else { return "Timed out after \(DurationText.short(limit ?? time)) on its clock" }
    let passed = UncountedText(elapsed: elapsed, uncounted: uncounted, stalls: stalls).remark
    return "Timed out after \(DurationText.short(limit ?? time))\(passed)"
  }

  private var part: String {
    let passed = DurationText.exact(time)
    return limit.map { "\(passed) of \(DurationText.exact($0))" } ?? passed
  }

  private var tried: String? {
    guard failure != .hopeless else { return nil }
    let tried = tries == 1 ? "tried once" : "tried \(tries) times"
    return [tried, ValuesText(values).phrase, expected.map { "expected \($0)" }].compactMap { $0 }
      .joined(separator: ", ")
  }

  private var valueLines: [String] {
    failure == .hopeless ? [] : ValuesText(values).lines.map { "  \($0)" }
  }

  private var errors: [String?] {
    guard let firstError, let lastError, failure != .hopeless || firstError != lastError else { return [] }
    guard firstError != lastError else { return ["error: \(lastError)"] }
    return ["first error: \(firstError)", failure == .hopeless ? nil : "last error: \(lastError)"]
  }
}
