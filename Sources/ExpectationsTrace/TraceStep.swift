/// A function that ran, without other code of its thread or task in between.
struct TraceStep: Equatable, Sendable {
  var function: Int
  /// Nanoseconds since the beginning of the path.
  var time: UInt64
  /// The tasks and threads that ran it; the first is the test's own.
  var runners: Set<Int>
  var lines: Set<Int>
  /// How often it ran, one after the other, perhaps together with its neighbors.
  var count = 1

  private func isSame(as other: TraceStep) -> Bool { function == other.function && lines == other.lines }
}

extension TraceStep {
  /// Nanoseconds after which a function counts as continued, if others ran in between.
  private static let pause: UInt64 = 100_000

  /// Returns the steps in the order in which they began.
  ///
  /// It goes through one runner after the other, because runners that take turns would cut each other's loops.
  static func steps(of events: [TraceEvent]) -> [TraceStep] {
    let all = Dictionary(grouping: events.indices) { events[$0].runner }.values
      .flatMap { folded(steps(of: events, at: $0)) }
    var merged: [TraceStep] = []
    for step in all.sorted(by: { ($0.time, $0.runners.min()!) < ($1.time, $1.runners.min()!) }) {
      if let last = merged.indices.last, merged[last].isSame(as: step) {
        merged[last].count += step.count
        merged[last].runners.formUnion(step.runners)
      } else {
        merged.append(step)
      }
    }
    return merged
  }

  private static func steps(of events: [TraceEvent], at indices: [Int]) -> [TraceStep] {
    var steps: [TraceStep] = []
    var previous = 0
    for index in indices {
      let (event, block) = (events[index], events[index].block)
      let goesOn = index == previous + 1 || event.time - events[previous].time < pause
      if let last = steps.indices.last, steps[last].function == block.function, !block.isEntry, goesOn {
        steps[last].lines.formUnion(block.lines)
      } else {
        steps.append(
          TraceStep(function: block.function, time: event.time, runners: [event.runner], lines: Set(block.lines)))
      }
      previous = index
    }
    return steps.filter { !$0.lines.isEmpty }
  }

  /// Folds repetitions of up to 16 steps.
  private static func folded(_ steps: [TraceStep]) -> [TraceStep] {
    var folded: [TraceStep] = []
    var start = 0
    while start < steps.count {
      // The repetition that covers the most steps, and of those the shortest.
      var (length, count) = (1, 1)
      for other in 1...16 where start + 2 * other <= steps.count {
        var end = start + other
        while end < steps.count, steps[end].isSame(as: steps[end - other]) { end += 1 }
        let repetitions = (end - start) / other
        if repetitions > 1, other * repetitions > length * count { (length, count) = (other, repetitions) }
      }
      for var step in steps[start..<start + length] {
        step.count = count
        folded.append(step)
      }
      start += length * count
    }
    return folded
  }
}
