/// The text about a body that does not repeat its steps.
struct DifferenceText {
  let difference: Difference
  let schedules: Int
  var places = TaskPlaces()

  /// What decides besides the order of tasks, in the order in which it is met.
  static let causes =
    "random numbers, the order of a Set or a Dictionary, the readings of a clock, or state that is kept between runs"

  var lines: [String] {
    var lines = [
      "The body does not repeat its steps: schedule \(difference.number) of \(schedules) made choices that were made before,"
        + " and then other tasks were ready"
    ]
    if let logs = difference.logs {
      lines.append("  step \(logs.index + 1) of one run:      \(step(logs.one, at: logs.index, beside: logs.other))")
      lines.append("  step \(logs.index + 1) of another run:  \(step(logs.other, at: logs.index, beside: logs.one))")
    } else if difference.isRepeated {
      lines.append("  further runs of it took the same steps, so it happens rarely, or only in the first runs")
    }
    lines.append("What usually causes it: \(Self.causes)")
    return lines
  }

  /// The step in words. Where both runs do the same, the tasks that are ready, or their order, are what differs.
  private func step(_ log: StepLog, at index: Int, beside other: StepLog) -> String {
    guard let text = words(log, at: index) else { return "none, the run has ended" }
    guard words(other, at: index) == text else { return text }
    let (entry, beside) = (log.entries[index], other.entries[index])
    guard entry.readied != beside.readied else { return "\(text), of \(entry.count) that were ready" }
    return "\(text); it makes ready, in this order: \(StrandNames(own: log.names).list(entry.readied))"
  }

  private func words(_ log: StepLog, at index: Int) -> String? {
    guard index < log.entries.count else { return nil }
    // Where the steps of one run stop says nothing about those of the other.
    let step = StepText(log, places: TaskPlaces(starts: places.starts)).steps[index]
    return "\(step.task) \(step.action)"
  }
}
