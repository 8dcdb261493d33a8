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
    } else {
      lines.append("  further runs of it took the same steps, so it happens rarely, or only in the first runs")
    }
    lines.append("What usually causes it: \(Self.causes)")
    return lines
  }

  /// The step in words. Where both runs do the same, the number of the tasks that are ready is what differs.
  private func step(_ log: StepLog, at index: Int, beside other: StepLog) -> String {
    guard let text = words(log, at: index) else { return "none, the run has ended" }
    guard words(other, at: index) == text else { return text }
    return "\(text), of \(log.entries[index].count) that were ready"
  }

  private func words(_ log: StepLog, at index: Int) -> String? {
    guard index < log.entries.count else { return nil }
    let step = StepText(log, places: places).steps[index]
    return "\(step.task) \(step.action)"
  }
}
