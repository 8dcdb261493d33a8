/// The facts of a condition that failed, for the failure text.
struct ConditionReport: Finding {
  var description: String
  var goal: ConditionGoal
  var failure: ConditionFailure
  var elapsed: Duration
  /// How much of the elapsed time did not count, because not everything could run.
  var uncounted: Duration = .zero
  /// The stalls of the fair clock in the meantime.
  var stalls: [WaitReport.Stall] = []
  /// How much time has passed on the clock that measures the condition; nil when that is real time.
  var elapsedOnClock: Duration?
  /// How long the condition was allowed to take, on its clock; nil when there was no limit.
  var limit: Duration?
  var earliest: Duration
  var stability: Duration
  var tries: Int
  /// The last values that were judged.
  var values = RecentValues()
  /// The expected value, as text.
  var expected: String?
  var firstError: String?
  var lastError: String?
  /// The name of the signal that ends the window, and its line.
  var signal: String?
  /// What could run in the meantime; nil when the condition has not lasted long enough to find out.
  var findings: WaitFindings?
  /// How late the last evaluation began.
  var lateness = Duration.zero
  /// The likely reasons why the time ran out, one line each.
  var causes: [String] = []
}

extension ConditionReport {
  var endsAWait: Bool { true }

  /// Whether the time ran out. On another clock, what could run does not explain that.
  var isOutOfTime: Bool {
    switch failure {
    case .timedOut, .signalMissing, .stillRunning: elapsedOnClock == nil
    case .clockStoodStill: true
    case .tooEarly, .broken, .unrecoverable, .interrupted: false
    }
  }

  /// Makes the likely reasons from what was found.
  ///
  /// - Parameters:
  ///   - site: The line of the condition.
  ///   - clocks: The remarks of the manual clocks of its test.
  mutating func noteCauses(at site: CallSite, clocks: [String] = [], on context: CallingContext) {
    guard isOutOfTime else { return }
    let probes = ProbeText(findings: findings ?? WaitFindings(), poolSize: Blockage.poolSize)
    let inspected = findings?.inspected
    let absence = inspected?.absence
    let standings = inspected?.lines(files: ["\(site.filePath)"]) ?? []
    let isInspected = !standings.isEmpty || absence != nil
    let lateReturn = context.lateReturn(by: lateness)
    let isNothingKnown =
      lateReturn == nil && clocks.isEmpty && uncounted < .milliseconds(100)
      && findings?.probes.contains(where: \.hasNoAnswer) == false
    let nothing = absence.map { AbsenceText.line($0, hasBegun: false, queuesAnswered: true) }
    let rest = [isNothingKnown ? nothing : nil, lateReturn]
    causes = [probes.line(isInspected: isInspected)].compactMap { $0 } + clocks + standings + rest.compactMap { $0 }
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
      "\(timeIsUp): \(name) held at the end, but not yet for \(DurationText.short(stability)) without a break"
    case .signalMissing:
      "\(timeIsUp) waiting for the signal \(signal ?? ""), which ends the wait: \(name) \(goal == .always ? "held" : "did not come true") until then"
    case .tooEarly:
      "\(name) came true too early: after \(DurationText.exact(time)), not before \(DurationText.exact(earliest))"
    case .broken where goal == .always: "\(name) did not last: it did not hold after \(part)"
    case .broken: "\(name) must not come true, but did after \(part)"
    case .unrecoverable: "Gave up on \(name) after \(DurationText.exact(time)): \(lastError ?? "an error")"
    case .stillRunning: "Condition still running after \(DurationText.short(elapsed)): \(name)"
    case .clockStoodStill:
      "Gave up after \(DurationText.short(elapsed)) of real time, with \(part) elapsed on its clock: \(name)"
    case .interrupted:
      "Interrupted after \(DurationText.short(elapsed)) because the enclosing wait timed out: \(name)"
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
    guard failure != .unrecoverable else { return nil }
    let tried =
      switch tries {
      case 0: "the first try did not end"
      case 1: "tried once"
      default: "tried \(tries) times"
      }
    return [tried, ValuesText(values).phrase, expected.map { "expected \($0)" }].compactMap { $0 }
      .joined(separator: ", ")
  }

  private var valueLines: [String] {
    failure == .unrecoverable ? [] : ValuesText(values).lines.map { "  \($0)" }
  }

  private var errors: [String?] {
    guard let firstError, let lastError, failure != .unrecoverable || firstError != lastError else { return [] }
    guard firstError != lastError else { return ["error: \(lastError)"] }
    return ["first error: \(firstError)", failure == .unrecoverable ? nil : "last error: \(lastError)"]
  }
}
