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
    causes = [probes.badLine(isInspected: isInspected)].compactMap { $0 } + clocks + standings + rest.compactMap { $0 }
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

/// The outcome of a condition that is over: records its failure, if there is one, and returns or throws for the caller.
struct ConditionOutcome {
  private let ending: ConditionEnding
  private let host: any TestHost
  private let site: CallSite

  init(_ ending: ConditionEnding, host: any TestHost, site: CallSite) {
    self.ending = ending
    self.host = host
    self.site = site
  }

  /// Records a failure if there is one, and returns whether the goal was reached.
  func recordFailureIfAny() -> Bool {
    switch ending {
    case .passed: return true
    case .cancelled: return false
    case .failed(let report):
      host.record(Problem(report, at: site))
      return false
    }
  }

  /// Records a failure if there is one, and throws the error that stops the test.
  func requireSuccess() throws {
    switch ending {
    case .passed: return
    case .cancelled: throw CancellationError()
    case .failed(let report):
      throw host.stop(recording: Problem(report, at: site))
    }
  }
}

/// The last few different values of a condition, each with the time of the evaluation that first found it.
///
/// The values are kept as text: a condition may wait for the release of the object that it reads.
struct RecentValues: Sendable, Equatable {
  struct Value: Sendable, Equatable {
    var text: String
    var time: Duration
  }

  private static let kept = 4

  private(set) var last: [Value] = []
  /// How many different values in a row there were, including those that are not kept.
  private(set) var count = 0

  /// Notes the value of an evaluation. Equal values in a row count as one.
  mutating func note(_ text: String, at time: Duration) {
    guard last.last?.text != text else { return }
    if last.count == Self.kept { last.removeFirst() }
    last.append(Value(text: text, time: time))
    count += 1
  }
}

/// The text about the values that a condition had.
struct ValuesText {
  private static let widest = 40

  private let values: RecentValues

  init(_ values: RecentValues) {
    self.values = values
  }

  /// The values on one line: `the last value was 0`, `the last values were 0, 1 (first seen at 0.300 s)`. If they are
  /// too long for that, the phrase points to the lines below; nil when there were no values.
  var phrase: String? {
    guard values.count > 1 else { return values.last.first.map { "the last value was \($0.text)" } }
    let omitted = values.count - values.last.count
    let which = omitted > 0 ? "the last \(values.last.count) of \(values.count) values" : "the last values"
    guard isShort else { return "\(which) are listed below" }
    let list = values.last.enumerated().map { index, value in
      index == 0 && omitted == 0 ? value.text : "\(value.text) (first seen at \(DurationText.exact(value.time)))"
    }
    return "\(which) were \(list.joined(separator: ", "))"
  }

  /// One line for each value, if the values are too long for a single line.
  var lines: [String] {
    guard values.count > 1, !isShort else { return [] }
    return values.last.enumerated().map { index, value in
      // The last value is shown in full, as a single value is.
      let text = index == values.last.count - 1 ? value.text : EventText.shortened(value.text)
      return "\(DurationText.exact(value.time))  \(EventText.indented(text, by: "      "))"
    }
  }

  private var isShort: Bool {
    values.last.allSatisfy { $0.text.count <= Self.widest && !$0.text.contains("\n") }
  }
}
