/// The path of a test: what its code ran, one step for each piece of a function, and where it ended.
struct TracePath: Equatable, Sendable {
  /// A function that ran, without other code of its thread or task in between.
  struct Step: Equatable, Sendable {
    var function: Int
    /// Nanoseconds since the beginning of the path.
    var time: UInt64
    /// The task or thread that ran it; the first is the test's own.
    var runner = 0
    var lines: [Int]
    /// How often it ran, one after the other, perhaps together with its neighbors.
    var count = 1
  }

  struct Lines: Equatable, Sendable {
    var file: String
    var first: Int
    var last: Int
  }

  var steps: [Step] = []
  /// The names of the runners: `task 2`.
  var runners: [String] = []
  /// The last line that ran for the first time: of the code that the test calls, if any ran.
  var end: Lines?
  /// Where the function of that line would have gone on.
  var notTaken: [Lines] = []
  /// The lines where a call was left out because something was nil, the latest first.
  var skipped: [Lines] = []
  /// The first lines of closures that were never called, of functions that ran.
  var notCalled: [Lines] = []

  /// - `test`: The name of the test's function.
  init(_ trace: Trace, _ code: TracedCode, test: String) {
    let file = code.functions.first { FunctionName.isPart($0.name, of: test) }?.file
    let records = trace.records.filter { code.blocks[$0.edge] != nil && $0.time <= trace.timeout?.time ?? .max }
      .drop { file != nil && code.functions[code.blocks[$0.edge]!.function].file != file }
    guard let start = records.first?.time else { return }
    var builder = StepBuilder(code)
    for record in records { builder.add(record, start: start) }
    (steps, runners) = builder.finished()
    findEnd(records, code, trace.timeout, test)
    findMissing(records, code, besides: file)
  }

  private mutating func findEnd(
    _ records: ArraySlice<Trace.Record>, _ code: TracedCode, _ timeout: Trace.Timeout?, _ test: String
  ) {
    var ran: Set<Int> = []
    // In code that the test calls, and in the test itself or an initializer: there, nothing is lost as a rule.
    var last: (function: Int, line: Int)?
    var lastElsewhere: (function: Int, line: Int)?
    // An edge that runs again leads nowhere new: a timer, or a condition that is tried again.
    for record in records where ran.insert(record.edge).inserted {
      let block = code.blocks[record.edge]!
      let function = code.functions[block.function]
      let isWait = function.file == timeout?.file && block.lines.contains(timeout!.line)
      guard !isWait, !function.name.hasSuffix("deinit"), !function.name.hasPrefix("implicit closure") else { continue }
      guard let line = block.lines.last(where: { code.isStatement(function.file, $0) }) else { continue }
      if FunctionName.isInitializer(function.name) || FunctionName.isPart(function.name, of: test) {
        lastElsewhere = (block.function, line)
      } else {
        last = (block.function, line)
      }
    }
    guard let last = last ?? lastElsewhere else { return }
    let file = code.functions[last.function].file
    end = Lines(file: file, first: last.line, last: last.line)
    let own = code.blocks.filter { $0.value.function == last.function }
    let done = Set(own.filter { ran.contains($0.key) }.flatMap(\.value.lines))
    let lines = Set(own.values.flatMap(\.lines)).filter { code.isStatement(file, $0) }.sorted()
    let ranges = lines.split(whereSeparator: done.contains).map { Lines(file: file, first: $0.first!, last: $0.last!) }
    notTaken = ranges.filter { $0.first > last.line } + ranges.filter { $0.first < last.line }
  }

  private mutating func findMissing(
    _ records: ArraySlice<Trace.Record>, _ code: TracedCode, besides test: String?
  ) {
    let ran = Set(records.map(\.edge))
    var order: [Int: Int] = [:]
    for (index, record) in records.enumerated() { order[code.blocks[record.edge]!.function] = index }
    let names = Set(order.keys.map { code.functions[$0].name })
    let blocks = code.blocks.sorted {
      (order[$1.value.function] ?? 0, $0.key) < (order[$0.value.function] ?? 0, $1.key)
    }
    for (edge, block) in blocks where !ran.contains(edge) {
      let function = code.functions[block.function]
      guard function.file != test, let line = block.lines.first else { continue }
      let lines = Lines(file: function.file, first: line, last: line)
      if order[block.function] == nil {
        if block.isEntry, FunctionName.parent(function.name).map(names.contains) ?? false { notCalled.append(lines) }
      } else if Self.isCallAfterNil(block, code, ran), !skipped.contains(lines) {
        skipped.append(lines)
      }
    }
  }

  /// Whether the block is what a `?.` left out. Of what an optional chain can do, the call is the most code.
  private static func isCallAfterNil(_ block: TracedCode.Block, _ code: TracedCode, _ ran: Set<Int>) -> Bool {
    let text = code.text(code.functions[block.function].file, block.lines[0])
    guard block.lines.count == 1, ["?.", "?(", "?["].contains(where: text.contains) else { return false }
    let beside = code.blocks.filter { $0.value.function == block.function && $0.value.lines.contains(block.lines[0]) }
    return beside.contains { ran.contains($0.key) }
      && beside.allSatisfy { $0.value.lines.count > 1 || $0.value.size <= block.size }
  }
}
