/// Makes steps of records, one runner after the other, because runners that take turns would cut each other's loops.
struct StepBuilder {
  private struct Open {
    var step: TracePath.Step
    var edges: Set<Int>
    var last: UInt64
  }

  private enum Runner: Hashable {
    case task(UInt64)
    case thread(Int)
  }

  private let code: TracedCode
  private var open: [Int: Open] = [:]
  private var done: [[TracePath.Step]] = []
  private var numbers: [Runner: Int] = [:]
  private var names: [String] = []
  /// The runner of the latest record.
  private var latest = 0

  /// Nanoseconds after which a function counts as continued, if others ran in between.
  private static let pause: UInt64 = 100_000

  init(_ code: TracedCode) { self.code = code }

  mutating func add(_ record: Trace.Record, start: UInt64) {
    let block = code.blocks[record.edge]!
    let runner = number(of: record)
    let isInterrupted = latest != runner
    latest = runner
    if let current = open[runner], current.step.function == block.function, !block.isEntry,
      !isInterrupted || record.time - current.last < Self.pause
    {
      open[runner]!.last = record.time
      if open[runner]!.edges.insert(record.edge).inserted { open[runner]!.step.lines += block.lines }
      return
    }
    close(runner)
    let step = TracePath.Step(
      function: block.function, time: record.time - start, runner: runner, lines: block.lines)
    open[runner] = Open(step: step, edges: [record.edge], last: record.time)
  }

  /// Returns the steps in the order in which they began, and the names of the runners.
  mutating func finished() -> (steps: [TracePath.Step], runners: [String]) {
    for runner in open.keys { close(runner) }
    return (done.flatMap(Self.folded).sorted { $0.time < $1.time }, names)
  }

  private mutating func close(_ runner: Int) {
    guard var step = open[runner]?.step else { return }
    step.lines = Set(step.lines).sorted()
    done[runner].append(step)
  }

  private mutating func number(of record: Trace.Record) -> Int {
    let runner = record.task == 0 ? Runner.thread(record.thread) : .task(record.task)
    if let number = numbers[runner] { return number }
    numbers[runner] = names.count
    names.append("\(record.task == 0 ? "thread" : "task") \(names.count + 1)")
    done.append([])
    return names.count - 1
  }

  /// Folds repetitions of up to 16 steps.
  static func folded(_ steps: [TracePath.Step]) -> [TracePath.Step] {
    var folded: [TracePath.Step] = []
    var index = 0
    while index < steps.count {
      let (length, count) = repetition(in: steps, at: index)
      for var step in steps[index..<index + length] {
        step.count = count
        folded.append(step)
      }
      index += length * count
    }
    return folded
  }

  /// Returns the repetition that covers the most steps, and of those the shortest.
  private static func repetition(in steps: [TracePath.Step], at start: Int) -> (length: Int, count: Int) {
    var best = (length: 1, count: 1)
    for length in 1...16 where start + 2 * length <= steps.count {
      var end = start + length
      while end < steps.count, steps[end].function == steps[end - length].function,
        steps[end].lines == steps[end - length].lines
      {
        end += 1
      }
      let count = (end - start) / length
      if count > 1, length * count > best.length * best.count { best = (length, count) }
    }
    return best
  }
}
