/// Leaves out what a failing schedule does not need, and repeats it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Examination {
  let runner: ScheduleRunner
  private(set) var finding: Finding
  /// The repetitions that ended in another way.
  private(set) var others: [Run.Result] = []

  /// With how many deviations from the order of arrival a schedule is told in any case.
  private static let fewDeviations = 8
  /// How long a repetition that is stuck waits for work from outside, in nanoseconds, where none came so far.
  private static let grace = 100_000_000

  init(_ finding: Finding, _ runner: ScheduleRunner) { (self.finding, self.runner) = (finding, runner) }

  /// - Parameter isClosed: Whether nothing came from outside so far.
  mutating func examine(isClosed: Bool) {
    let original = finding
    if isClosed { runner.scheduler.limits.grace = 0 }
    (finding.code, finding.isShortest) = shorten(finding.code.choices, .arrival)
    if finding.code.deviations > Self.fewDeviations {
      // A schedule that runs one task for long has many deviations from the order of arrival, and few switches.
      let switches = shorten(finding.switches, .sameTask)
      if switches.code.deviations < finding.code.deviations { (finding.code, finding.isShortest) = switches }
    }
    repeatFinding(isClosed: isClosed)
    guard !others.isEmpty, finding.code != original.code else { return }
    finding = original
    repeatFinding(isClosed: isClosed)
  }

  private func shorten(_ choices: [Int], _ order: ChoiceOrder) -> (code: ScheduleCode, isShortest: Bool) {
    let start = RealTime.now
    var shortening = Shortening(choices: choices)
    while RealTime.now - start <= runner.settings.timeLimit, let choices = shortening.next() {
      let result = runner.run(.choices(choices, order))
      shortening.note(fails: result.verdict.isLike(finding.verdict), deviations: result.trace.deviations(order))
    }
    return (runner.code(shortening.choices, order), shortening.isDone)
  }

  mutating func repeatFinding(isClosed: Bool) {
    // Another test may have held an actor that it shares with the body, and be there again.
    if isClosed { runner.scheduler.limits.grace = Self.grace }
    let (code, verdict) = (finding.code, finding.verdict)
    others = []
    for _ in 0..<ExplorationFacts.repetitions {
      let result = runner.run(code.plan, logs: true)
      guard result.verdict.isLike(verdict) else {
        others.append(result)
        continue
      }
      finding.verdict = result.verdict
      finding.code.fingerprint = result.trace.fingerprint(ofFirst: code.choices.count)
      finding.log = result.log
    }
  }
}
