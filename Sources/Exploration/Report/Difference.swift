/// Two runs that made the same choices, and took other steps or ended in another way.
struct Difference: Equatable, Sendable {
  /// The number of the schedule at which it was noticed, counted from 1.
  var number: Int
  /// How the two runs ended, if in two ways.
  var verdicts: [Verdict] = []
  /// The steps of two such runs; nil when no further run differed, or when there was none.
  var logs: Logs?
  var isRepeated = false

  struct Logs: Equatable, Sendable {
    var one: StepLog
    var other: StepLog
    /// The index of the first step that differs. One of the runs may have ended before.
    var index: Int

    /// Returns nil if the steps are the same.
    init?(_ one: StepLog, _ other: StepLog) {
      let common = min(one.entries.count, other.entries.count)
      let first = (0..<common).first { !one.entries[$0].isSameStep(as: other.entries[$0]) }
      guard let index = first ?? (one.entries.count == other.entries.count ? nil : common) else { return nil }
      (self.one, self.other, self.index) = (one, other, index)
    }
  }
}

extension StepLog.Entry {
  /// Whether both are the same step. When a task has ended and where it stops is read from its memory, and where an
  /// actor lies differs from run to run: none of these is compared.
  fileprivate func isSameStep(as other: Self) -> Bool {
    var other = other
    (other.ended, other.stops, other.actor) = (ended, stops, actor)
    return self == other
  }
}

extension Difference {
  /// What decides besides the order of tasks, in the order in which it is met.
  static let causes =
    "random numbers, the order of a Set or a Dictionary, the readings of a clock, or state that is kept between runs"

  /// The text about a body that does not repeat its steps, or its result.
  func lines(of schedules: Int, _ starts: [Int: CodePlace] = [:]) -> [String] {
    let schedule = "schedule \(number) of \(schedules)"
    let first =
      verdicts.isEmpty
      ? "steps: \(schedule) made choices that were made before, and then other tasks were ready"
      : "result: \(schedule) ended in two ways under the same choices"
    var lines = ["The body does not repeat its " + first]
    lines += zip(["one run: ", "another run: "], verdicts).map { "  \($0)\($1.words)" }
    if let logs {
      lines.append("  step \(logs.index + 1) of one run:      \(logs.step(ofOther: false, starts))")
      lines.append("  step \(logs.index + 1) of another run:  \(logs.step(ofOther: true, starts))")
    } else if isRepeated {
      lines.append(
        verdicts.isEmpty
          ? "  further runs of it took the same steps, so it happens rarely, or only in the first runs"
          : "  its runs take the same steps")
    }
    return lines + ["What usually causes it: \(Self.causes)"]
  }
}

extension Difference.Logs {

  /// The step in words. Where both runs do the same, the tasks that are ready, or their order, are what differs.
  fileprivate func step(ofOther isOther: Bool, _ starts: [Int: CodePlace]) -> String {
    let (log, beside) = isOther ? (other, one) : (one, other)
    // Where the steps of one run stop says nothing about those of the other.
    let words = [log, beside].map { log -> String? in
      guard index < log.entries.count else { return nil }
      let step = StepText(log, places: TaskPlaces(starts: starts)).steps[index]
      return "\(step.task) \(step.action)"
    }
    guard let text = words[0] else { return "none, the run has ended" }
    guard words[1] == text else { return text }
    let (entry, other) = (log.entries[index], beside.entries[index])
    guard entry.readied != other.readied else { return "\(text), of \(entry.count) that were ready" }
    return "\(text); it makes ready, in this order: \(StrandNames(own: log.names).list(entry.readied))"
  }
}

extension Verdict {
  /// How a run ended, in words: the first line of a failure, with its place.
  var words: String {
    switch self {
    case .passed: "it passes"
    case .failed(let failure): failure.lines[0]
    case .stuck: "no task can run and none sleeps"
    case .endless(let steps): "the body has not ended after \(steps) steps"
    }
  }
}

extension Verdict.Failure {
  /// A failed wait has several lines, and its place belongs to the first.
  var lines: [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let place { lines[0] += "   \(place)" }
    return lines
  }
}
