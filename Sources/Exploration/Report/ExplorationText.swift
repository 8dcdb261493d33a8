/// The text of an exploration, which its test records if it fails.
struct ExplorationText {
  let name: String?
  let settings: ExplorationSettings
  let facts: ExplorationFacts
  var places = TaskPlaces()
  var outsidePlaces = OutsidePlaces()
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
    lines += WaitText(places: places).lines
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
    let file = settings.file.split(separator: "/").last ?? ""
    return "Not canceled: in \(count(facts.schedules)), no task of code in \(file) could be canceled;"
      + " let the test make one"
  }

  private var unreached: String {
    let points = facts.unreached.map { "\"\($0)\"" }.joined(separator: ", ")
    let which = facts.isComplete ? "; they are all that there are" : ""
    return "Not reached: none of \(count(facts.schedules)) came to \(points)\(which)"
  }

  private func text(of wrong: Trace.WrongAssumption) -> String {
    let names = CreatedNames()
    let reason =
      switch wrong {
      case .resumption(let task, let other):
        "\(names[other]) resumes \(names[task]), which does not wait in an actor that both use"
      case .beginning(let task): "\(names[task]) begins in an actor, and when it came to its queue is not seen"
      case .tooManyTasks: "a task creates more than 255 others, or tasks are nested too deep"
      case .values: "choice(of:) and mayThrow have other values, too"
      case .otherSteps: "in another order of steps that use different actors, a task does something else"
      }
    return "Not exhaustive: .stateIsInActors does not suffice, because \(reason). Without the assumption: .exhaustive"
  }

  private var incomplete: String {
    if let wrong = facts.wrongAssumption { return text(of: wrong) }
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
    let otherwise = settings.isReduced ? "let the body do less" : "permit fewer deviations"
    return "Not exhaustive: \(count(facts.schedules)) passed, and then \(reason)\(notReversed)."
      + " Give it more with schedules: or .within(_:), or \(otherwise)"
  }

  /// What has not met, the tasks with the most such steps first.
  private var notReversed: String {
    guard !facts.notReversed.isEmpty else { return "" }
    let names = CreatedNames()
    let pairs = facts.notReversed.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
    let shown = pairs.prefix(3).map { pair, count in
      "\(count) of \(pair.map { names[$0] }.joined(separator: " and "))"
    }
    let total = facts.notReversed.values.reduce(0, +)
    return
      ", while at least \(total) pairs of steps could have come in the other order: \(shown.joined(separator: ", "))"
      + (pairs.count > 3 ? ", and others" : "")
  }

  private var passed: String {
    var text = "\(count(facts.schedules)) passed"
    if facts.isComplete, facts.schedules > 1 { text += ", \(all)" }
    if !facts.isComplete, let estimate = facts.orders.estimate, facts.difference == nil {
      text += ", \(facts.orders.seenCount) different orders of about \(OrderCount.text(estimate))"
    }
    if facts.unrepeated > 0 {
      text += "; \(count(facts.unrepeated)) failed beside work from outside, and not when repeated"
    }
    return ([text] + RemarkText(settings: settings, facts: facts).lines).joined(separator: "; ")
  }

  /// What `isExhaustive` means, with what it does not.
  private var all: String {
    let inSteps =
      "; orders inside a step were not tried, as between two locked sections, or two calls in the queue of one actor"
    if settings.isReduced {
      return
        "which are all orders of the steps between awaits that depend on each other, if tasks share state in actors"
        + " only" + inSteps
    }
    guard let deviations = settings.deviations, deviations < .max else {
      return "which are all orders of the steps between awaits" + inSteps
    }
    return "which are all with at most \(deviations) deviations from the order of arrival" + inSteps
  }

  private func times(_ number: Int) -> String { number == 1 ? "1 time" : "\(number) times" }

  private func count(_ number: Int) -> String { number == 1 ? "1 schedule" : "\(number) schedules" }
}
