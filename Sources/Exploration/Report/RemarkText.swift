/// What the tester should know about an exploration that passed, in sentences that are printed.
struct RemarkText {
  let settings: ExplorationSettings
  let facts: ExplorationFacts

  var lines: [String] {
    var lines: [String] = []
    if let replay = settings.replay, !replay.isFromEnvironment {
      lines.append("only the schedule of replay: \"\(replay.code)\" ran; remove the code when it is no longer needed")
    } else if facts.schedules == 1, facts.isComplete {
      lines.append("there is one schedule only, because no two tasks were ready at the same time: let two tasks call")
    }
    if let waits = facts.suspendedLog?.waits, !waits.isEmpty {
      let tasks = waits.count == 1 ? "1 task stays" : "\(waits.count) tasks stay"
      lines.append("\(tasks) suspended for ever when the body has ended; the report's tasks say where")
    }
    if facts.hasReachedTimeLimit {
      let time = DurationText.text(nanoseconds: settings.timeLimit)
      lines.append(
        "\(facts.schedules) of \(settings.schedules) schedules ran, then the \(time) were over; see .within(_:)")
    }
    return lines
  }
}
