/// The steps of a schedule, in words.
struct StepText {
  let log: StepLog
  let places: TaskPlaces
  let strands = StrandNames()

  init(_ log: StepLog, places: TaskPlaces = TaskPlaces()) {
    self.log = log
    self.places = places
  }

  /// The steps, one for each entry of the log.
  var steps: [ExplorationReport.Step] {
    log.entries.indices.map { index in
      let entry = log.entries[index]
      return ExplorationReport.Step(
        task: actor(of: entry), action: action(at: index), choice: entry.choice, candidates: entry.count)
    }
  }

  /// The lines of a failure: a number, who runs, what it does, and a mark where the order is not that of arrival.
  func lines(limit: Int = 40) -> [String] {
    let steps = steps
    let width = min(40, steps.map(\.task.count).max() ?? 0)
    let last = log.entries.lastIndex { $0.choice > 0 }
    var lines = steps.indices.map { index in
      let number = String(repeating: " ", count: max(0, 3 - "\(index + 1)".count)) + "\(index + 1)"
      let task = steps[index].task.padding(to: width)
      return "\(number)  \(task)  \(steps[index].action)\(mark(at: index, isLast: index == last))"
    }
    guard lines.count > limit else { return lines }
    let hidden = lines.count - limit
    lines.replaceSubrange((limit / 4)..<(limit / 4 + hidden), with: ["  …  \(hidden) more steps"])
    return lines
  }

  private func mark(at index: Int, isLast: Bool) -> String {
    let entry = log.entries[index]
    guard entry.choice > 0 else { return "" }
    let rank = "   ← overtakes \(entry.choice) of \(entry.count - 1)"
    return isLast ? rank + "; in the order of arrival it passes" : rank
  }

  private func actor(of entry: StepLog.Entry) -> String {
    switch entry.action {
    case .runs: strands[entry.strand]
    case .mainActor: "main actor"
    case .actor(let name): name ?? "an actor"
    case .timePasses: "time"
    case .outside(let source): source
    }
  }

  private func action(at index: Int) -> String {
    let entry = log.entries[index]
    let text: String
    switch entry.action {
    case .runs: text = index == 0 ? "begins" : "runs"
    case .mainActor: text = "runs \(strands[entry.strand])"
    case .actor: text = calls(at: index)
    case .timePasses(let time): text = "passes, to \(DurationText.text(nanoseconds: time))"
    case .outside: text = "resumes \(strands[entry.strand])"
    }
    return text + effects(at: index)
  }

  /// The tasks that have run and neither ended nor become ready since. They wait for something, perhaps in the queue of
  /// an actor that is busy, which does not show its queue.
  private func waiting(before index: Int) -> [Int] {
    var waiting: Set<Int> = []
    for entry in log.entries[..<index] {
      guard let ended = entry.ended else { continue }
      if entry.isOfATask { waiting.insert(entry.strand) }
      waiting.subtract(ended + entry.readied)
    }
    // The body usually waits for the others.
    return waiting.subtracting([0, log.entries[index].strand]).sorted()
  }

  /// The tasks whose calls an actor runs at a step: those that are certain, and those that may be queued there.
  private func calls(at index: Int) -> String {
    let entry = log.entries[index]
    let others = waiting(before: index)
    let ended = others.filter { entry.ended?.contains($0) ?? false }
    let unsure = others.filter { !ended.contains($0) }
    let certain = "runs the call\(ended.isEmpty ? "" : "s") of \(strands.list([entry.strand] + ended))"
    return unsure.isEmpty ? certain : "\(certain), perhaps also of \(strands.list(unsure))"
  }

  /// What a step causes: tasks that it starts, and tasks that become ready.
  private func effects(at index: Int) -> String {
    let entry = log.entries[index]
    var text = ""
    if !entry.created.isEmpty { text += ", starts \(entry.created.map(started).joined(separator: ", "))" }
    let others = entry.readied.filter { !entry.created.contains($0) && $0 != entry.strand }
    if !others.isEmpty { text += ", wakes \(strands.list(others))" }
    if !entry.resumedAgain.isEmpty { text += ", resumes \(strands.list(entry.resumedAgain)) a second time" }
    if entry.readied.contains(entry.strand), let goal = goal(of: entry.strand, after: index) {
      text += ", goes to \(goal)"
    }
    if entry.endsBody { return text + ", the body ends" }
    guard let ended = entry.ended, entry.isOfATask, entry.strand > 0, !entry.readied.contains(entry.strand) else {
      return text
    }
    return text + (ended.contains(entry.strand) ? ", ends" : ", waits")
  }

  /// The name of a task, and the line that starts it.
  private func started(_ strand: Int) -> String {
    strands[strand] + (places.starts[strand]?.line.map { " (\($0))" } ?? "")
  }

  /// The actor that the next step of a strand runs in.
  private func goal(of strand: Int, after index: Int) -> String? {
    guard let next = log.entries[(index + 1)...].first(where: { $0.strand == strand }) else { return nil }
    switch next.action {
    case .mainActor: return "the main actor"
    case .actor(let name): return name
    case .runs, .timePasses, .outside: return nil
    }
  }
}

extension String {
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension StepLog.Entry {
  /// Whether the step runs the code of one task, and not what is queued in an actor.
  fileprivate var isOfATask: Bool { action == .runs || action == .mainActor }
}
