/// The text of an exploration, which its test records if it fails.
struct ExplorationText {
  let name: String?
  let settings: ExplorationSettings
  let facts: ExplorationFacts
  var places = TaskPlaces()
  var outsidePlaces: [UInt: CodePlace] = [:]
  /// The name of the test, which its code has in the environment.
  var test: String?

  var text: String {
    let subject = name.map { "\($0): " } ?? ""
    if let problem = facts.problemOfReplay { return subject + problem }
    if let finding = facts.finding { return subject + text(of: finding) }
    switch facts.outcome(settings) {
    case .outside: return subject + outside
    case .diverged: return subject + (differs ?? incomplete)
    case .failed: return subject + (facts.lacksCancelable ? notCanceled : unreached)
    default: return subject + passed
    }
  }

  private var differs: String? {
    facts.difference.map { difference in
      DifferenceText(difference: difference, schedules: settings.schedules, places: places).lines.joined(
        separator: "\n")
    }
  }

  private func text(of finding: Finding) -> String {
    var lines = headline(of: finding).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A failed wait has several lines, and its place belongs to the first.
    if case .failed(let failure) = finding.verdict, let place = failure.place { lines[0] += "   \(place)" }
    lines += places.waitLines
    if let log = finding.log { lines += StepText(log, places: places).lines() }
    guard !settings.isVirtualTime else { return lines.joined(separator: "\n") }
    let variable = ReplayRequest.variable(finding.code.text, test: test)
    lines.append("repeat: explore(replay: \"\(finding.code.text)\"), or \(variable)")
    if finding.repeated > 0 { lines[lines.count - 1] += " · it failed \(times(finding.failed)) of \(finding.repeated)" }
    if facts.isOfOtherSteps {
      lines.append("Its code comes from other steps than these, as after an edit, or in another kind of build")
    }
    if finding.failed < finding.repeated, facts.schedulesWithOutside == 0 {
      lines.append("Something besides the order of tasks decides whether it fails: \(DifferenceText.causes)")
    }
    if facts.schedulesWithOutside > 0 { lines.append(outside) }
    return lines.joined(separator: "\n")
  }

  private func headline(of finding: Finding) -> String {
    let number =
      settings.isVirtualTime
      ? "in virtual time" : "under schedule \(finding.number) of \(settings.replay == nil ? settings.schedules : 1)"
    let once = finding.isUnrepeatable ? ", but not when it is repeated" : ""
    let time = DurationText.text(nanoseconds: finding.runTime)
    switch finding.verdict {
    case .failed(let failure):
      return "Fails \(number) (\(time))\(once): \(failure.text)"
    case .stuck:
      return "Stuck \(number)\(once): no task can run and none sleeps"
    case .endless(let steps):
      return "Endless \(number)\(once): the body has not ended after \(steps) steps"
    case .passed:
      return "Passes"
    }
  }

  private var outside: String {
    OutsideText(settings: settings, facts: facts, places: outsidePlaces).lines.joined(separator: "\n")
  }

  private var notCanceled: String {
    "Not canceled: none of \(count(facts.schedules)) came to mayCancel(_:), so .cancels had no task to cancel."
      + " Write in the body: let task = Task { … }; mayCancel(task)"
  }

  private var unreached: String {
    let points = facts.unreached.map { "\"\($0)\"" }.joined(separator: ", ")
    let which = facts.isComplete ? "; they are all that there are" : ""
    return "Not reached: none of \(count(facts.schedules)) came to \(points)\(which)"
  }

  private var incomplete: String {
    if facts.isCut, !facts.hasReachedTimeLimit {
      return
        "Not exhaustive: \(count(facts.schedules)) passed, but some have so many steps that the last of them follow"
        + " the order of arrival. Let the body do less"
    }
    if facts.hasVaried {
      return
        "Not exhaustive: \(count(facts.schedules)) passed, but the body does not take the same steps each time under the"
        + " same choices"
    }
    let reason = facts.hasReachedTimeLimit ? "the time is over" : "the budget is spent"
    return "Not exhaustive: \(count(facts.schedules)) passed, and then \(reason)."
      + " Give it more with schedules: or .within(_:), or permit fewer deviations"
  }

  private var passed: String {
    var text = "\(count(facts.schedules)) passed"
    if facts.isComplete, facts.schedules > 1 { text += ", \(all)" }
    if facts.unrepeated > 0 {
      text += "; \(count(facts.unrepeated)) failed beside work from outside, and not when repeated"
    }
    return ([text] + remarks).joined(separator: "; ")
  }

  /// What the author of a test should know if it passes, in sentences that are printed.
  var remarks: [String] {
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

  /// What `isExhaustive` means, with what it does not.
  private var all: String {
    let inSteps =
      "; orders inside a step were not tried, as between two locked sections, or two calls in the queue of one actor"
    guard let deviations = settings.deviations, deviations < .max else {
      return "which are all orders of the steps between awaits" + inSteps
    }
    return "which are all with at most \(deviations) deviations from the order of arrival" + inSteps
  }

  private func times(_ number: Int) -> String { number == 1 ? "1 time" : "\(number) times" }

  private func count(_ number: Int) -> String { number == 1 ? "1 schedule" : "\(number) schedules" }
}
