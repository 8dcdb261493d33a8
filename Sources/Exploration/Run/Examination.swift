/// Leaves out what a failing schedule does not need, and repeats it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Examination {
  let runner: ScheduleRunner
  /// Whether nothing came from outside so far.
  let isClosed: Bool
  var finding: Finding
  /// The repetitions that ended in another way.
  var others: [Run.Result] = []

  mutating func shortenFinding() {
    let original = finding
    if isClosed { runner.scheduler.limits.grace = 0 }
    (finding.code, finding.isShortest) = shorten(finding.code.choices, .arrival)
    if finding.code.deviations > 8 {
      // A schedule that runs one task for long has many deviations from the order of arrival, and few switches.
      let switches = shorten(finding.switches, .sameTask)
      if switches.code.deviations < finding.code.deviations { (finding.code, finding.isShortest) = switches }
    }
    repeatFinding()
    guard !others.isEmpty, finding.code != original.code else { return }
    finding = original
    repeatFinding()
  }

  private func shorten(_ choices: [Int], _ order: ChoiceOrder) -> (code: ScheduleCode, isShortest: Bool) {
    let start = RealTime.now
    var shortening = Shortening(choices: choices)
    while RealTime.now - start <= runner.call.settings.timeLimit, let choices = shortening.next() {
      let result = runner.run(.choices(choices, order))
      shortening.note(fails: result.verdict.isLike(finding.verdict), deviations: result.trace.deviations(order))
    }
    return (runner.code(shortening.choices, order), shortening.isDone)
  }

  mutating func repeatFinding() {
    // In nanoseconds. Another test may have held an actor that it shares with the body, and be there again.
    if isClosed { runner.scheduler.limits.grace = 100_000_000 }
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
