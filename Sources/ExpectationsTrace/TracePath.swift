/// The path of a test: what its code ran, one step for each piece of a function, and where it ended.
struct TracePath: Equatable, Sendable {
  /// A function that ran from one line to another, without other code of its thread or task in between.
  struct Step: Equatable, Sendable {
    var function: Int
    /// Nanoseconds since the beginning of the path.
    var time: UInt64
    /// The task or thread that ran it; 0 is the test's own.
    var runner: Int
    var lines: [Int]
    /// How often it ran, one after the other, perhaps together with its neighbors.
    var count = 1
  }

  struct Line: Equatable, Sendable {
    var file: String
    var line: Int
  }

  struct Range: Equatable, Sendable {
    var file: String
    var first: Int
    var last: Int
  }

  var steps: [Step] = []
  /// The names of the runners: `task 2`.
  var runners: [String] = []
  /// The last line that ran for the first time, apart from those that only wait.
  var end: Line?
  /// Where the function of that line would have gone on.
  var notTaken: [Range] = []
  /// The closures of functions that ran, which were never called.
  var notCalled: [Int] = []
  /// The wait whose time was over.
  var timeout: Trace.Mark?

  /// - `test`: The name of the test's function.
  init(_ trace: Trace, _ code: TracedCode, test: String) {
    timeout = trace.marks.first(where: \.isTimeout)
    let records = Self.records(of: trace, code, test: test, until: timeout?.time ?? .max)
    guard let start = records.first?.time else { return }
    var builder = StepBuilder(code)
    for record in records { builder.add(record, start: start) }
    builder.end()
    steps = builder.steps
    runners = builder.runners
    findEnd(records, code)
    findNotCalled(records, code, besides: Self.file(of: test, code))
  }

  /// The records of the user's code, from the first in the test's file.
  private static func records(
    of trace: Trace, _ code: TracedCode, test: String, until end: UInt64
  ) -> ArraySlice<Trace.Record> {
    let records = trace.records.filter { code.blocks[$0.edge] != nil && $0.time <= end }
    let file = file(of: test, code)
    let first = records.firstIndex { file == nil || code.functions[code.blocks[$0.edge]!.function].file == file }
    return records[(first ?? records.endIndex)...]
  }

  private static func file(of test: String, _ code: TracedCode) -> String? {
    code.functions.first { $0.name.hasPrefix("\(test)(") || $0.name.contains(".\(test)(") }?.file
  }

  private mutating func findEnd(_ records: ArraySlice<Trace.Record>, _ code: TracedCode) {
    var seen: Set<Int> = []
    // An edge that runs again leads nowhere new: a timer, or a condition that is tried again.
    let fresh = records.filter { seen.insert($0.edge).inserted }.map { code.blocks[$0.edge]! }
    let ends = fresh.compactMap { block -> (block: TracedCode.Block, line: Line)? in
      let file = code.functions[block.function].file
      if let timeout, timeout.file == file, block.lines.contains(timeout.line) { return nil }
      let name = code.functions[block.function].name
      if name.hasSuffix("deinit") || name.hasPrefix("implicit closure") { return nil }
      return block.lines.last { code.isStatement(file, $0) }.map { (block, Line(file: file, line: $0)) }
    }
    guard let last = ends.last else { return }
    end = last.line
    let own = code.blocks.filter { $0.value.function == last.block.function }
    let ran = Set(own.filter { seen.contains($0.key) }.flatMap(\.value.lines))
    let all = Set(own.values.flatMap(\.lines)).filter { code.isStatement(last.line.file, $0) }.sorted()
    let ranges = all.split { ran.contains($0) }.map { Range(file: last.line.file, first: $0.first!, last: $0.last!) }
    notTaken = ranges.filter { $0.first > last.line.line } + ranges.filter { $0.first < last.line.line }
  }

  private mutating func findNotCalled(
    _ records: ArraySlice<Trace.Record>, _ code: TracedCode, besides test: String?
  ) {
    let ran = Set(records.map { code.blocks[$0.edge]!.function })
    let names = Set(ran.map { code.functions[$0].name })
    notCalled = code.functions.indices.filter { index in
      let function = code.functions[index]
      guard let parent = FunctionName.parent(function.name), function.file != test else { return false }
      return !ran.contains(index) && names.contains(parent)
    }
  }
}

/// Makes steps of records, one runner after the other, because runners that take turns would cut each other's loops.
private struct StepBuilder {
  private struct Open {
    var step: TracePath.Step
    var edges: Set<Int>
    var last: UInt64
  }

  private let code: TracedCode
  private var open: [Int: Open] = [:]
  private var done: [Int: [TracePath.Step]] = [:]
  private var numbers: [Runner: Int] = [:]
  /// The runner of the latest record.
  private var latest = 0
  private(set) var runners: [String] = []
  private(set) var steps: [TracePath.Step] = []

  private enum Runner: Hashable {
    case task(UInt64)
    case thread(Int)
  }

  /// A pause after which a function counts as continued, if others ran in between.
  private static let pause: UInt64 = 100_000

  init(_ code: TracedCode) { self.code = code }

  mutating func add(_ record: Trace.Record, start: UInt64) {
    let block = code.blocks[record.edge]!
    let runner = number(record.task == 0 ? .thread(record.thread) : .task(record.task))
    let isInterrupted = latest != runner
    latest = runner
    if var current = open[runner], current.step.function == block.function, !block.isEntry,
      !isInterrupted || record.time - current.last < Self.pause
    {
      current.last = record.time
      if current.edges.insert(record.edge).inserted { current.step.lines += block.lines }
      open[runner] = current
      return
    }
    close(runner)
    let step = TracePath.Step(
      function: block.function, time: record.time - start, runner: runner, lines: block.lines)
    open[runner] = Open(step: step, edges: [record.edge], last: record.time)
  }

  mutating func end() {
    for runner in open.keys { close(runner) }
    steps = done.values.flatMap { StepFolder.fold($0) }.sorted { $0.time < $1.time }
  }

  private mutating func close(_ runner: Int) {
    guard var step = open[runner]?.step else { return }
    step.lines = Set(step.lines).sorted()
    done[runner, default: []].append(step)
  }

  private mutating func number(_ runner: Runner) -> Int {
    if let number = numbers[runner] { return number }
    numbers[runner] = runners.count
    switch runner {
    case .task: runners.append("task \(runners.count + 1)")
    case .thread: runners.append("thread \(runners.count + 1)")
    }
    return runners.count - 1
  }
}

/// Folds repetitions of up to 16 steps.
enum StepFolder {
  static func fold(_ steps: [TracePath.Step]) -> [TracePath.Step] {
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
      while end < steps.count, isSame(steps[end], steps[end - length]) { end += 1 }
      let count = (end - start) / length
      if count > 1, length * count > best.length * best.count { best = (length, count) }
    }
    return best
  }

  private static func isSame(_ one: TracePath.Step, _ other: TracePath.Step) -> Bool {
    one.function == other.function && one.lines == other.lines
  }
}
