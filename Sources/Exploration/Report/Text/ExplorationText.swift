/// The text of an exploration, which its test records if it fails.
struct ExplorationText {
  let name: String?
  let settings: ExplorationSettings
  let facts: ExplorationFacts
  var places = TaskPlaces()

  var text: String {
    let subject = name.map { "\($0): " } ?? ""
    if let problem = facts.problemOfReplay { return subject + problem }
    if let finding = facts.finding { return subject + text(of: finding) }
    switch facts.outcome(settings) {
    case .outside: return subject + outside
    case .diverged: return subject + incomplete
    default: return subject + "\(count(facts.schedules)) passed" + (facts.isComplete ? ", \(all)" : "")
    }
  }

  private func text(of finding: Finding) -> String {
    var lines = headline(of: finding).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A failed wait has several lines, and its place belongs to the first.
    if case .failed(let failure) = finding.verdict, let place = failure.place { lines[0] += "   \(place)" }
    lines += WaitText(places: places).lines
    if let log = finding.log { lines += StepText(log, places: places).lines() }
    lines.append("repeat: explore(replay: \"\(finding.code.text)\"), or EXPECTATIONS_REPLAY=\(finding.code.text)")
    if finding.repeated > 0 { lines[lines.count - 1] += " · it failed \(finding.failed) times of \(finding.repeated)" }
    if facts.schedulesWithOutside > 0 { lines.append(outside) }
    return lines.joined(separator: "\n")
  }

  private func headline(of finding: Finding) -> String {
    let number = "schedule \(finding.number) of \(settings.replay == nil ? settings.schedules : 1)"
    let time = DurationText.text(nanoseconds: finding.runTime)
    switch finding.verdict {
    case .failed(let failure):
      return "Fails under \(number) (\(time)): \(failure.text)"
    case .stuck:
      return "Stuck under \(number): no task can run and none sleeps"
    case .endless(let steps):
      return "Endless under \(number): the body has not ended after \(steps) steps"
    case .passed:
      return "Passes"
    }
  }

  private var outside: String {
    "Not under control: in \(facts.schedulesWithOutside) of \(count(facts.schedules)) a task was resumed from outside"
      + " (\(facts.sources.joined(separator: ", "))). What is explored is only what lies between. If it belongs to the"
      + " test, say so: explore(.outside(.isAwaited(for: .milliseconds(50))))" + gaps
  }

  private var gaps: String {
    if facts.gaps.isEmpty { return "" }
    return ". This runtime does not let an exploration control \(facts.gaps.joined(separator: ", "))"
  }

  private var incomplete: String {
    let reason = facts.hasReachedTimeLimit ? "the time is over" : "the budget is spent"
    return "Not exhaustive: \(count(facts.schedules)) passed, and then \(reason)."
      + " Give it more with schedules: or .within(_:), or permit fewer deviations"
  }

  private var all: String {
    guard let deviations = settings.deviations, deviations < .max else { return "which are all there are" }
    return "which are all with at most \(deviations) deviations from the order of arrival"
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 schedule" : "\(number) schedules" }
}
