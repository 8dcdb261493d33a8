/// The path of a test: what its code ran, one step for each piece of a function, and where it ended.
struct TracePath: Equatable, Sendable {
  var steps: [TraceStep] = []
  /// The names of the runners: `task 2`.
  var runners: [String] = []
  /// The last line that ran for the first time: of the code that the test calls, if any ran.
  var end: TracedCode.Lines?
  /// Where the call with that line would have gone on; if it came to its end, where its caller would have.
  var notTaken: [TracedCode.Lines] = []
  /// The lines where a call was left out because something was nil, the latest first.
  var skipped: [TracedCode.Lines] = []
  /// The first lines of closures that were never called, of functions that ran.
  var notCalled: [TracedCode.Lines] = []

  /// - `test`: The name of the test's function.
  init(_ trace: Trace, _ code: TracedCode, test: String) {
    let file = code.functions.first { FunctionName.isPart($0.name, of: test) }?.file
    let records = trace.records.filter { code.blocks[$0.edge] != nil && $0.time <= trace.timeout ?? .max }
      .drop { file != nil && code.functions[code.blocks[$0.edge]!.function].file != file }
    var numbers: [String: Int] = [:]
    let events = records.map { record in
      let runner = record.task == 0 ? "thread \(record.thread)" : "task \(record.task)"
      let number = numbers[runner] ?? numbers.count
      numbers[runner] = number
      if number == runners.count { runners.append("\(record.task == 0 ? "thread" : "task") \(number + 1)") }
      return TraceEvent(
        edge: record.edge, time: record.time - records.first!.time, runner: number, block: code.blocks[record.edge]!)
    }
    steps = TraceStep.steps(of: events)
    findEnd(events, code, trace.failure, test)
    findMissing(events, code, besides: file)
  }

  private mutating func findEnd(
    _ events: [TraceEvent], _ code: TracedCode, _ failure: Trace.Failure?, _ test: String
  ) {
    var ran: Set<Int> = []
    // An edge that runs again leads nowhere new: a timer, or a condition that is tried again.
    let new = events.indices.filter { index in
      let (function, lines) = (code.functions[events[index].block.function], events[index].block.lines)
      let isWait = failure.map { function.file.hasSuffix("/\($0.file)") && lines.contains($0.line) } ?? false
      return ran.insert(events[index].edge).inserted && !isWait && !lines.isEmpty
        && !function.name.hasSuffix("deinit") && !function.name.hasPrefix("implicit closure")
    }
    // Rather in code that the test calls than in the test itself or an initializer: there, nothing is lost as a rule.
    let called = new.last {
      let name = code.functions[events[$0].block.function].name
      return !FunctionName.isInitializer(name) && !FunctionName.isPart(name, of: test)
    }
    guard let last = called ?? new.last, let line = events[last].block.lines.last else { return }
    end = TracedCode.Lines(file: code.functions[events[last].block.function].file, first: line, last: line)
    // A caller in the test, or one that frees an object, has nothing more to do.
    let open = events.open(at: last).filter {
      let name = code.functions[events[$0].block.function].name
      return $0 == last || !name.hasSuffix("deinit") && !FunctionName.isPart(name, of: test)
    }
    notTaken = open.lazy.map { events.notTaken(at: $0, code) }.first { !$0.isEmpty } ?? []
  }

  private mutating func findMissing(_ events: [TraceEvent], _ code: TracedCode, besides test: String?) {
    let ran = Set(events.map(\.edge))
    var order: [Int: Int] = [:]
    for (index, event) in events.enumerated() { order[event.block.function] = index }
    let names = Set(order.keys.map { code.functions[$0].name })
    let blocks = code.blocks.sorted {
      (order[$1.value.function] ?? 0, $0.key) < (order[$0.value.function] ?? 0, $1.key)
    }
    for (edge, block) in blocks where !ran.contains(edge) {
      let function = code.functions[block.function]
      guard function.file != test, let line = block.lines.first else { continue }
      let lines = TracedCode.Lines(file: function.file, first: line, last: line)
      guard !(notTaken + skipped + notCalled).contains(lines) else { continue }
      if order[block.function] == nil {
        if block.isEntry, FunctionName.parent(function.name).map(names.contains) ?? false { notCalled.append(lines) }
      } else if code.isCallAfterNil(block, ran: ran) {
        skipped.append(lines)
      }
    }
  }
}
