/// What is known about why the time ran out: handlers, what the wait blocked, and what did not run.
struct FactsText {
  let report: WaitReport

  init(_ report: WaitReport) {
    self.report = report
  }

  var lines: [String] {
    let handlers = report.expectations.filter { !$0.isRepeated }.compactMap(\.handlers)
    let shown = isOutOfTime ? Shortened.lines(handlers, shown: 5, indentation: "") + zeroTimeoutNote : []
    return shown + report.facts + [lateReturn].compactMap { $0 }
  }

  private var isOutOfTime: Bool { report.outcome == .timedOut || report.outcome == .interrupted }

  private var zeroTimeoutNote: [String] {
    guard report.outcome == .timedOut, report.limit == .zero else { return [] }
    return ["with this timeout, the wait checks once and does not sleep"]
  }

  /// Says that the caller resumed late after the verdict.
  private var lateReturn: String? {
    guard report.delay >= .milliseconds(50) else { return nil }
    let delay = DurationText.short(report.delay)
    return switch report.context {
    case .suspended: "resumed \(delay) later: its actor or the concurrency pool was busy"
    case .mainThread, .mainQueueJob: "the main thread did not run for \(delay)"
    case .task, .queue, .thread: "resumed \(delay) later: the thread did not run"
    }
  }

  // MARK: Of a wait that is over

  /// What the wait itself blocked, which queues did not answer, and for how long the clock stood still.
  static func facts(of ended: EndedWait) -> [String] {
    guard ended.verdict.hasTimedOut, ended.wait.goal != .silence else { return [] }
    return [blocked(by: ended), stood(still: ended)].compactMap { $0 } + silences(of: ended)
  }

  private static func blocked(by ended: EndedWait) -> String? {
    switch ended.wait.context {
    case .mainThread where ended.blocksMainQueue, .mainQueueJob:
      "this wait blocked the main queue and the main actor: nothing else could run there; use `await`"
    case .task: "this wait blocked a thread of the concurrency pool; use `await`"
    case .queue(let label): "this wait blocked the queue \"\(label)\": if it is serial, nothing else could run there"
    case .mainThread, .thread, .suspended: nil
    }
  }

  /// `5.00 s of 9.62 s did not count: the concurrency pool did not run`
  private static func stood(still ended: EndedWait) -> String? {
    guard ended.uncounted >= FairClock.shortestStall else { return nil }
    let queues = ended.stalls.reduce(into: QueueSet()) { $0.formUnion($1.queues) }
    let names = queues.isEmpty ? ["the process"] : queues.names
    let elapsed = Duration.nanoseconds(ended.verdict.time.real.since(ended.wait.started.real))
    let uncounted = DurationText.short(.nanoseconds(ended.uncounted))
    return
      "\(uncounted) of \(DurationText.short(elapsed)) did not count: \(names.joined(separator: " or ")) did not run"
  }

  private static func silences(of ended: EndedWait) -> [String] {
    var lines: [String] = []
    for silence in ended.silences {
      let length = ended.verdict.time.real.since(max(silence.since, ended.wait.started.real))
      guard length >= FairClock.shortestStall, let name = silence.queue.names.first else { continue }
      let line = "\(name) did not answer for \(DurationText.short(.nanoseconds(length)))"
      if !lines.contains(where: { $0.hasPrefix(name) }) { lines.append(line) }
    }
    return lines
  }
}
