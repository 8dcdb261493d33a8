/// The facts of a condition that failed, and their text.
struct ConditionReport: Sendable {
  var request: Condition.Request
  var state: ConditionState
  var failure: ConditionFailure
  var time: Duration
  /// The real time that did not count, because not everything could run.
  var uncounted: Duration
  /// What was judged last.
  var notes: EvaluationNotes
  /// The expected value, as text.
  var expected: String?
  /// The lines of the observer.
  var observed: [String] = []
}

extension ConditionReport {
  /// The text of the failure.
  var text: String {
    ([headline, tried] + valueLines + errors + [stalled] + observed).compactMap { $0 }.joined(separator: "\n  ")
  }

  /// How long the condition was allowed to take; nil when there was no limit.
  private var limit: Duration? { state.limit == .max ? nil : .nanoseconds(state.limit) }

  private var name: String { "\"\(request.description)\"" }

  private var unbroken: String { "\(DurationText.short(.nanoseconds(state.stability))) without a break" }

  private var headline: String {
    switch failure {
    case .timedOut(heldLast: true): "\(timeIsUp): \(name) held at the end, but not yet for \(unbroken)"
    case .timedOut where state.hasHeld: "\(timeIsUp): \(name) held, but not for \(unbroken)"
    case .timedOut: "\(timeIsUp): \(name) did not come true"
    case .tooEarly:
      "\(name) came true too early: after \(DurationText.exact(time + uncounted)), not before \(DurationText.exact(state.earliest))"
    case .broken where state.goal == .always: "\(name) did not last: it did not hold after \(part)"
    case .broken: "\(name) must not come true, but did after \(part)"
    case .unrecoverable: "Gave up on \(name) after \(DurationText.exact(time)): \(notes.lastError ?? "an error")"
    // One that blocks its thread has ended since.
    case .stillRunning:
      "Condition still running after \(DurationText.short(min(time, .nanoseconds(state.latest)))): \(name)"
    case .interrupted: "Interrupted after \(DurationText.short(time)) because the enclosing wait timed out: \(name)"
    }
  }

  private var timeIsUp: String { "Timed out after \(DurationText.short(limit ?? time))" }

  private var part: String {
    limit.map { "\(DurationText.exact(time)) of \(DurationText.exact($0))" } ?? DurationText.exact(time)
  }

  private var tried: String? {
    guard failure != .unrecoverable else { return nil }
    let tried =
      switch state.tries {
      case 0: "the first try did not end"
      case 1: "tried once"
      default: "tried \(state.tries) times"
      }
    return [tried, notes.values.phrase, expected.map { "expected \($0)" }].compactMap { $0 }.joined(separator: ", ")
  }

  private var valueLines: [String] { failure == .unrecoverable ? [] : notes.values.lines.map { "  \($0)" } }

  private var errors: [String?] {
    guard let firstError = notes.firstError, let lastError = notes.lastError,
      failure != .unrecoverable || firstError != lastError
    else { return [] }
    guard firstError != lastError else { return ["error: \(lastError)"] }
    return ["first error: \(firstError)", failure == .unrecoverable ? nil : "last error: \(lastError)"]
  }

  private var stalled: String? {
    guard uncounted >= .milliseconds(100) else { return nil }
    return "\(DurationText.short(uncounted)) more did not count: not everything could run"
  }
}

extension RecentValues {
  /// The values on one line: `the last value was 0`, `the last values were 0, 1 (first seen at 0.300 s)`. If they are
  /// too long for that, the phrase points to the lines below; nil when there were no values.
  fileprivate var phrase: String? {
    guard count > 1 else { return last.first.map { "the last value was \($0.text)" } }
    let omitted = count - last.count
    let which = omitted > 0 ? "the last \(last.count) of \(count) values" : "the last values"
    guard isShort else { return "\(which) are listed below" }
    let list = last.enumerated().map { index, value in
      index == 0 && omitted == 0 ? value.text : "\(value.text) (first seen at \(DurationText.exact(value.time)))"
    }
    return "\(which) were \(list.joined(separator: ", "))"
  }

  /// One line for each value, if the values are too long for a single line.
  fileprivate var lines: [String] {
    guard count > 1, !isShort else { return [] }
    return last.enumerated().map { index, value in
      // The last value is shown in full, as a single value is.
      let text = index == last.count - 1 ? value.text : EventText.shortened(value.text)
      return "\(DurationText.exact(value.time))  \(EventText.indented(text, by: "      "))"
    }
  }

  private var isShort: Bool { last.allSatisfy { $0.text.count <= 40 && !$0.text.contains("\n") } }
}

extension Condition {
  /// What a caller asked for.
  struct Request: Sendable {
    let goal: ConditionGoal
    let description: String
    let timeout: Duration?
    let interval: Duration
    let options: [ConditionOption]
    let site: CallSite

    init(
      _ description: String, _ timeout: Duration?, _ interval: Duration, _ site: CallSite,
      _ options: [ConditionOption] = [], _ goal: ConditionGoal = .eventually
    ) {
      (self.description, self.timeout, self.interval, self.site) = (description, timeout, interval, site)
      (self.options, self.goal) = (options, goal)
    }

    /// What an assertion in the body means.
    var failedAssertion: Problem {
      var problem = Problem(
        call: """
          An assertion failed in the body of "\(description)", which is evaluated again and again: no evaluation takes \
          the failure back
            return a Bool instead: `eventually("…") { value == 3 }`, or the value: `eventually("…", equals: 3) { value }`
          """, at: site)
      problem.severity = .warning
      return problem
    }

    func problem(unthrown error: any Error) -> Problem {
      Problem(
        call: "\"\(description)\" threw an error that ends the test, which this call cannot throw: \(error)", at: site)
    }
  }
}

/// The outcome of a condition, or of a call of a recorder: records its failure, if there is one, and returns or throws
/// for the caller.
struct CallOutcome {
  enum Ending {
    case success
    case failed(Problem)
    /// The task was canceled.
    case cancelled
    /// An error that the caller throws on. If it cannot throw, it records the problem, unless that is recorded.
    case threw(any Error, Problem?)
  }

  let ending: Ending
  let host: any TestHost

  /// Records a failure if there is one, and returns whether the call was successful.
  func recordFailureIfAny() -> Bool {
    switch ending {
    case .success: return true
    case .cancelled, .threw(_, nil): return false
    case .failed(let problem), .threw(_, let problem?):
      host.record(problem)
      return false
    }
  }

  /// Records a failure if there is one, and throws the error that stops the test, or the error that came instead.
  func requireSuccess() throws {
    switch ending {
    case .success: return
    case .cancelled: throw CancellationError()
    case .threw(let error, _): throw error
    case .failed(let problem): throw host.stop(recording: problem)
    }
  }
}
