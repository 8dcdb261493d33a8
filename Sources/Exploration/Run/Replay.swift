@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ExplorationRun {
  /// Runs the schedule of a code, and nothing else.
  mutating func replay(_ request: ReplayRequest) {
    guard let code = ScheduleCode(request.code) else {
      facts.problemOfReplay = "\(request.words) is not a replay code"
      return
    }
    scheduler.sleeps = SleepTable(durations: code.sleeps)
    (scheduler.limits.machineMayStall, scheduler.limits.cancels) = (code.machineMayStall, code.cancels)
    // The search went over to the order of arrival at a step that follows from the first schedule.
    if code.order == .sameTask { limitUnfairness(ofFirst: runner.run(.arrivalOrder).trace.steps) }
    // Keeps the last steps ready for a crash, which leaves no time to write them. Of a long schedule they are fewer,
    // because each step makes the text anew.
    var places: [UInt: CodePlace?] = [:]
    scheduler.beforeStep = { [crashNote = scheduler.crashNote] log in
      var last = log
      last.entries = log.entries.suffix(log.entries.count > 200 ? 12 : 100)
      last.dropped = log.entries.count - last.entries.count
      let text = StepText(last, places: TaskPlaces(last, call: nil, known: &places))
      crashNote.note(steps: text.lines(limit: 100))
    }
    var result = runOnce(code.plan)
    if result.suspended > 0, facts.finding == nil {
      // Only the order of arrival tells how many tasks may stay.
      (runner.suspendedInFirst, facts.schedules) = (runner.run(.arrivalOrder).suspended, 0)
      result = runOnce(code.plan)
    }
    scheduler.beforeStep = nil
    let fingerprint = result.trace.fingerprint(ofFirst: code.choices.count)
    let isOther = code.fingerprint != nil && fingerprint != code.fingerprint
    guard var finding = facts.finding else {
      if !code.plan.fits(result.trace) || isOther { facts.problemOfReplay = request.misfit }
      return
    }
    facts.isOfOtherSteps = isOther
    finding.code = code
    finding.code.fingerprint = fingerprint
    facts.finding = finding
    examine(finding, shortens: false)
  }
}
