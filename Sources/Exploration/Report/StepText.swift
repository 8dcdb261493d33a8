/// The steps of a schedule, in words.
struct StepText {
  let log: StepLog
  let places: TaskPlaces
  let strands: StrandNames
  /// The numbers of actors, where several have one name.
  private var actorNumbers: [UInt: Int] = [:]

  init(_ log: StepLog, places: TaskPlaces = TaskPlaces()) {
    (self.log, self.places, strands) = (log, places, StrandNames(own: log.names))
    var actors: [String: [UInt]] = [:]
    for entry in log.entries {
      guard case .actor(let name?) = entry.action, let actor = entry.actor else { continue }
      if !actors[name, default: []].contains(actor) { actors[name, default: []].append(actor) }
    }
    for same in actors.values where same.count > 1 {
      for (index, actor) in same.enumerated() { actorNumbers[actor] = index + 1 }
    }
  }

  var steps: [ExplorationReport.Step] {
    // The tasks that have run and neither ended nor become ready since. They wait for something, perhaps in the queue
    // of an actor that is busy, which does not show its queue.
    var waiting: Set<Int> = []
    return log.entries.indices.map { index in
      let entry = log.entries[index]
      let action = withStop(action(at: index, waiting), at: index)
      if let ended = entry.ended {
        if let task = entry.task { waiting.insert(task) }
        waiting.subtract(ended)
      }
      waiting.subtract(entry.readied)
      return ExplorationReport.Step(
        task: actor(of: entry), action: action, choice: entry.choice, candidates: entry.count)
    }
  }

  /// The lines of a failure: a number, who runs, what it does, and a mark where that is not the first of the order. The
  /// shortest schedule fails only with each of its deviations.
  func lines(limit: Int = 40, order: ChoiceOrder = .arrival, isShortest: Bool = false) -> [String] {
    let steps = steps
    let width = min(40, steps.map(\.task.count).max() ?? 0)
    let last = isShortest ? log.entries.lastIndex { $0.choice > 0 } : nil
    var (lines, numbers, index) = ([String](), [Int](), 0)
    while index < steps.count {
      let same = countOfSame(from: index, order)
      let digits = "\(log.dropped + index + 1)"
      let number = "".padding(to: 3 - digits.count) + digits
      let action = same > 1 ? withStop("runs, \(same) steps", at: index + same - 1) : steps[index].action
      let task = steps[index].task.padding(to: width)
      lines.append("\(number)  \(task)  \(action)\(mark(at: index, order, isLast: index == last))")
      numbers.append(index)
      index += same
    }
    guard lines.count > limit else { return lines }
    let hidden = (limit / 4)..<(lines.count - limit + limit / 4)
    let count = numbers[hidden.upperBound] - numbers[hidden.lowerBound]
    lines.replaceSubrange(hidden, with: ["  …  \(count) more steps"])
    return lines
  }

  /// How many steps from here on are of one task that only runs. They are one line; a mark is that of the first.
  private func countOfSame(from start: Int, _ order: ChoiceOrder) -> Int {
    guard onlyRuns(start) else { return 1 }
    let others = log.entries.indices[(start + 1)...].prefix {
      log.entries[$0].strand == log.entries[start].strand && onlyRuns($0) && mark(at: $0, order, isLast: false).isEmpty
    }
    return 1 + others.count
  }

  private func onlyRuns(_ index: Int) -> Bool {
    index + log.dropped > 0 && log.entries[index].action == .runs && effects(at: index).isEmpty
  }

  private func mark(at index: Int, _ order: ChoiceOrder, isLast: Bool) -> String {
    let entry = log.entries[index]
    guard entry.action != .cancels || entry.choice == 0 else { return isLast ? "   ← without this it passes" : "" }
    if order == .sameTask {
      if let other = entry.couldGoOn { return "   ← before \(strands[other]), which could go on" }
      guard index == 0 || log.entries[index - 1].strand != entry.strand else { return "" }
    }
    guard entry.choice > 0 else { return "" }
    let rank = "   ← overtakes \(entry.choice) of \(entry.count - 1)"
    return isLast && order == .arrival ? rank + "; in the order of arrival it passes" : rank
  }

  private func actor(of entry: StepLog.Entry) -> String {
    switch entry.action {
    case .runs: name(of: entry)
    case .mainActor: "main actor"
    case .actor(let name): actorName(name, entry) ?? "an actor"
    case .timePasses: "time"
    case .settles: "all tasks"
    case .cancels: "test"
    case .outside(let source): source
    }
  }

  private func name(of entry: StepLog.Entry) -> String { entry.strand.map { strands[$0] } ?? "a task" }

  private func actorName(_ name: String?, _ entry: StepLog.Entry) -> String? {
    name.map { name in entry.actor.flatMap { actorNumbers[$0] }.map { "\(name) \($0)" } ?? name }
  }

  private func action(at index: Int, _ waiting: Set<Int>) -> String {
    let entry = log.entries[index]
    let text =
      switch entry.action {
      case .runs: index + log.dropped == 0 ? "begins" : "runs"
      case .mainActor: "runs \(name(of: entry))"
      case .actor: calls(of: entry, waiting)
      case .timePasses(let time): "passes, to \(DurationText.text(nanoseconds: time))"
      case .settles: "have ended or wait"
      case .cancels: "cancels \(name(of: entry))"
      case .outside: "resumes \(name(of: entry))"
      }
    return text + effects(at: index)
  }

  private static let perhaps = ", perhaps also of "

  /// The tasks whose calls an actor runs: those that are certain, and those that may be queued there.
  private func calls(of entry: StepLog.Entry, _ waiting: Set<Int>) -> String {
    let own = entry.strand ?? 0
    // The body usually waits for the others.
    let others = waiting.subtracting([0, own]).sorted()
    let ended = others.filter { entry.ended?.contains($0) ?? false }
    let unsure = others.filter { !ended.contains($0) }
    let certain = "runs the call\(ended.isEmpty ? "" : "s") of \(strands.list([own] + ended))"
    return unsure.isEmpty ? certain : certain + Self.perhaps + strands.list(unsure)
  }

  /// What a step causes: tasks that it starts, and tasks that become ready.
  private func effects(at index: Int) -> String {
    let entry = log.entries[index]
    var text = entry.thrown.map { ", throws \($0) by request" }.joined()
    let created = entry.created.map { strands[$0] + (places.starts[$0]?.line.map { " (\($0))" } ?? "") }
    if !created.isEmpty { text += ", starts \(created.joined(separator: ", "))" }
    let others = entry.readied.filter { !entry.created.contains($0) && $0 != entry.strand }
    if !others.isEmpty { text += ", wakes \(strands.list(others))" }
    if !entry.resumedAgain.isEmpty { text += ", resumes \(strands.list(entry.resumedAgain)) a second time" }
    if let own = entry.strand, entry.readied.contains(own), let goal = goal(of: own, after: index) {
      text += ", goes to \(goal)"
    }
    if entry.endsBody { return text + ", the body ends" }
    guard let ended = entry.ended, let task = entry.task, task > 0, !entry.readied.contains(task) else { return text }
    return text + (ended.contains(task) ? ", ends" : ", waits")
  }

  /// The text with the function and line at which the task stops.
  private func withStop(_ text: String, at index: Int) -> String {
    let entry = log.entries[index]
    guard let place = places.stops[index], !entry.endsBody else { return text }
    let stop = "\(place.isInClosure ? "at" : "in") \(place.short)"
    if text.hasSuffix("waits") { return "\(text) \(stop)" }
    let isOfSeveral = text.contains(" the calls of ") || text.contains(Self.perhaps)
    return "\(text), \(isOfSeveral ? name(of: entry) + " " : "")stops \(stop)"
  }

  private func goal(of strand: Int, after index: Int) -> String? {
    guard let next = log.entries[(index + 1)...].first(where: { $0.strand == strand }) else { return nil }
    return switch next.action {
    case .mainActor: "the main actor"
    case .actor(let name): actorName(name, next)
    case .runs, .timePasses, .settles, .cancels, .outside: nil
    }
  }
}

extension String {
  func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension StepLog.Entry {
  /// The strand whose code the step runs, where it does not run what is queued in an actor.
  fileprivate var task: Int? { action == .runs || action == .mainActor ? strand : nil }
}
