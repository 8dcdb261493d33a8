/// The tasks of a stuck run, and where each of them waits.
struct WaitText {
  let places: TaskPlaces
  var strands: StrandNames { StrandNames(own: places.names) }

  /// The facts of all tasks, the body last: it usually waits for the others.
  var facts: [ExplorationReport.TaskFact] {
    let all = Set(places.starts.keys).union(places.waits.keys).sorted()
    return (all.filter { $0 > 0 } + all.filter { $0 == 0 }).map { strand in
      ExplorationReport.TaskFact(
        name: strands[strand], startedAt: places.starts[strand]?.line,
        waitsIn: (places.waits[strand] ?? []).map(\.description))
    }
  }

  /// A line for each task that waits.
  var lines: [String] {
    let waiting = facts.filter { !$0.waitsIn.isEmpty }
    let width = waiting.map(\.name.count).max() ?? 0
    return waiting.map { fact in
      let start = fact.startedAt.map { "   started at \($0)" } ?? ""
      return "  \(fact.name.padding(to: width))  waits in \(fact.waitsIn.prefix(3).joined(separator: " ← "))\(start)"
    }
  }
}
