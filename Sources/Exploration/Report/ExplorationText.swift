/// The text of an exploration, which its test records if it fails.
struct ExplorationText {
  let name: String?
  let settings: ExplorationSettings
  let facts: ExplorationFacts
  var places = TaskPlaces()
  var outsidePlaces: [UInt: CodePlace] = [:]
  /// The name of the test, which its code has in the environment.
  var test: String?

  var text: String { (name.map { "\($0): " } ?? "") + lines.joined(separator: "\n") }

  private var lines: [String] {
    if let problem = facts.problemOfReplay { return [problem] }
    if let finding = facts.finding { return lines(of: finding) }
    switch facts.outcome(settings) {
    case .outside: return outside
    case .diverged:
      return facts.difference?.lines(of: settings.schedules, places.starts) ?? [incomplete]
    case .failed: return [facts.lacksCancelable ? notCanceled : unreached]
    default: return [passed]
    }
  }

  private func lines(of finding: Finding) -> [String] {
    var lines = headline(of: finding) + places.waitLines
    if let log = finding.log {
      lines += log.ongoing.map { "  \($0)" }
      lines += StepText(log, places: places).lines(order: finding.code.order, isShortest: finding.isShortest)
    }
    guard !settings.isVirtualTime else { return lines }
    let times = facts.repeated.map { " · it failed \(count($0, "time")) of \(ExplorationFacts.repetitions)" } ?? ""
    lines.append(ReplayRequest.advice(finding.code.text, test: test) + times)
    if facts.isOfOtherSteps {
      lines.append("Its code comes from other steps than these, as after an edit, or in another kind of build")
    }
    return facts.schedulesWithOutside > 0 ? lines + outside : lines
  }

  private func headline(of finding: Finding) -> [String] {
    let number =
      settings.isVirtualTime
      ? "in virtual time" : "under schedule \(finding.number) of \(settings.replay == nil ? settings.schedules : 1)"
    switch finding.verdict {
    case .failed(let failure):
      let lines = failure.lines
      return ["Fails \(number) (\(DurationText.text(nanoseconds: finding.runTime))): \(lines[0])"] + lines.dropFirst()
    case .stuck:
      return ["Stuck \(number): \(finding.verdict.words)" + (gaps.map { ". \($0)" } ?? "")]
    case .endless: return ["Endless \(number): \(finding.verdict.words)"]
    case .passed: return ["Passes"]
    }
  }

  private var notCanceled: String {
    "Not canceled: none of \(schedules) came to mayCancel(_:), so .cancels had no task to cancel."
      + " Write in the body: let task = Task { … }; mayCancel(task)"
  }

  private var unreached: String {
    let points = facts.unreached.map { "\"\($0)\"" }.joined(separator: ", ")
    return "Not reached: none of \(schedules) came to \(points)"
      + (facts.isComplete ? "; they are all that there are" : "")
  }

  private var incomplete: String {
    let first = "Not exhaustive: \(schedules) passed, "
    if facts.schedulesWithOutside > 0 { return first + "but work from outside had a part, in an order of its own" }
    if facts.isCut, !facts.hasReachedTimeLimit {
      return first
        + "but some have so many steps that the last of them follow the order of arrival. Let the body do less"
    }
    if facts.hasVaried {
      return first + "but the body does not take the same steps each time under the same choices"
    }
    return first + "and then \(facts.hasReachedTimeLimit ? "the time is over" : "the budget is spent")."
      + " Give it more with schedules: or .within(_:), or permit fewer deviations"
  }

  private var passed: String {
    var text = "\(schedules) passed"
    if facts.isComplete, facts.schedules > 1 { text += ", \(all)" }
    if facts.unrepeated > 0 {
      text += "; \(count(facts.unrepeated, "schedule")) failed beside work from outside, and not when repeated"
    }
    return ([text] + remarks).joined(separator: "; ")
  }

  /// What the author of a test should know if it passes, in sentences that are printed.
  var remarks: [String] {
    var lines: [String] = []
    if let replay = settings.replay, !replay.isFromEnvironment {
      lines.append("only the schedule of replay: \"\(replay.code)\" ran; remove the code when it is no longer needed")
    } else if facts.schedules == 1, facts.isComplete, settings.deviations != 0 {
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

  private var all: String {
    let deviations = settings.deviations ?? .max
    return
      (deviations < .max
      ? "which are all with at most \(deviations) deviations from the order of arrival"
      : "which are all orders of the steps between awaits")
      + "; orders inside a step were not tried, as between two locked sections, or two calls in the queue of one actor"
  }

  var schedules: String { count(facts.schedules, "schedule") }
  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  // MARK: What is not controlled

  /// What this toolchain does not control, and what to write instead; nil if it controls everything.
  var gaps: String? {
    guard !facts.gaps.isEmpty else { return nil }
    let gaps = "This runtime does not let an exploration control \(facts.gaps.joined(separator: ", "))"
    return facts.gaps.contains(where: { $0.contains("sleeps") })
      ? gaps + ": let the code sleep on an ExplorationClock, try await clock.sleep(for:)" : gaps
  }

  var outside: [String] {
    let often = settings.isVirtualTime ? "" : "in \(facts.schedulesWithOutside) of \(schedules) "
    var first = "Not under control: \(often)\(what)."
    if settings.outside == .fails { first += " \(advice)" }
    if let gaps { first += (settings.outside == .fails ? "." : "") + " \(gaps)" }
    return [first] + details
  }

  private var advice: String {
    let known = "If it belongs to the test, say so:"
    return settings.isVirtualTime
      ? "It takes real time. \(known) virtualTime(outside: .isAwaited(for: .seconds(1)))"
      : "Only the rest is explored. \(known) explore(.outside(.isAwaited(for: .milliseconds(50))))"
  }

  /// What happened. A queue that got work and then resumed a task is named once.
  private var what: String {
    let queues = sources(of: .submission)
    let resuming = sources(of: .resumption).filter { !queues.contains($0) }
    var parts: [String] = []
    if !queues.isEmpty { parts.append("work was handed to \(queues.joined(separator: ", "))") }
    if !resuming.isEmpty || queues.isEmpty {
      parts.append("a task was resumed from outside (\(resuming.joined(separator: ", ")))")
    }
    return parts.joined(separator: ", and ")
  }

  /// The sources of a kind of event, of which there is one for each source.
  private func sources(of kind: OutsideEvent.Kind) -> [String] {
    facts.outsideEvents.filter { $0.kind == kind }.map(\.source)
  }

  private var details: [String] {
    let details = facts.outsideEvents.compactMap { event -> String? in
      let task = event.strand.map { StrandNames()[$0] } ?? "a task"
      let place = own(event.addresses).first.map { " in \($0)" } ?? ""
      switch event.kind {
      case .submission: return place.isEmpty ? nil : "  \(task) hands work to \(event.source)\(place)"
      case .resumption:
        let waits = own(event.waits).prefix(2).map(\.description).joined(separator: " ← ")
        return waits.isEmpty ? nil : "  \(task) waits in \(waits), and \(event.source) resumes it\(place)"
      }
    }
    return Array(details.prefix(3))
  }

  private func own(_ addresses: [UInt]) -> [CodePlace] {
    TaskPlaces.ofTheTest(addresses.compactMap { outsidePlaces[$0] })
  }
}
