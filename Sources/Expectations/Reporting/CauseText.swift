/// What is known of why a wait ran out of time. Only what was observed is said.
struct CauseText {
  private let report: WaitReport

  init(_ report: WaitReport) {
    self.report = report
  }

  var lines: [String] {
    let isOutOfTime = report.outcome == .timedOut || report.outcome == .interrupted
    let ofTimeouts = isOutOfTime ? [probes, blockage] + handlers + [innocence, threads] : []
    return (ofTimeouts + [stall]).compactMap { $0 }
  }

  // MARK: Probes

  /// `main queue: answered in 0.1 ms · global queue: 0.2 ms · concurrency pool: NO ANSWER for 4.98 s (2 threads, …)`
  private var probes: String? {
    guard !report.probes.isEmpty else { return nil }
    let firstAnswer = report.probes.firstIndex { $0.answer != nil }
    return report.probes.enumerated().map { index, probe in
      guard let answer = probe.answer else { return "\(probe.target.name): NO ANSWER for \(silence(of: probe))" }
      return "\(probe.target.name): \(index == firstAnswer ? "answered in " : "")\(SecondsText.brief(answer))"
    }.joined(separator: " · ")
  }

  private func silence(of probe: WaitReport.Probe) -> String {
    let length = SecondsText.short(probe.silence)
    guard probe.target == .concurrencyPool, report.poolSize > 0 else { return length }
    let (size, blocked) = (report.poolSize, report.blockedPoolThreads)
    let threads = "\(size) \(size == 1 ? "thread" : "threads")"
    return "\(length) (\(threads), \(blocked == 0 ? "all blocked?" : "\(blocked) blocked in waits like this"))"
  }

  private var areProbesAnswered: Bool {
    !report.probes.isEmpty && report.probes.allSatisfy { $0.answer ?? .seconds(1) < .milliseconds(100) }
  }

  // MARK: What the wait did

  /// What the wait itself held up, which is a fact, while whether that was the reason is for the reader to judge.
  private var blockage: String? {
    switch report.surroundings {
    case .mainQueueJob:
      "this wait blocked the main queue and the main actor: what must run there could not; use `await`"
    case .task: "this wait blocked a thread of the concurrency pool; use `await`"
    case .queue(let label): "this wait blocked the queue \"\(label)\": if it is serial, what must run there could not"
    case .mainThread, .thread, .suspended: nil
    }
  }

  private var stall: String? {
    guard report.delay >= .milliseconds(50) else { return nil }
    let delay = SecondsText.short(report.delay)
    return switch report.surroundings {
    case .suspended: "resumed \(delay) later: concurrency pool busy"
    case .mainThread, .mainQueueJob: "main thread did not run for \(delay)"
    case .task, .queue, .thread: "resumed \(delay) later: the thread did not run"
    }
  }

  // MARK: What the others did

  private var handlers: [String?] {
    report.expectations.filter { !$0.isComplete && !$0.isRepeated }.map { entry in
      entry.handlersGoneTime.map { time in
        let when = time < .zero ? "before the wait" : "at \(SecondsText.exact(time))"
        return "the handler of \"\(entry.description)\" was released \(when) without having been called"
      }
    }
  }

  /// That nothing was in the way is worth saying: then the callback itself is to be looked for.
  private var innocence: String? {
    guard areProbesAnswered, handlers.allSatisfy({ $0 == nil }), !hasNearMisses, report.delay < .milliseconds(50),
      report.uncounted < .milliseconds(100)
    else { return nil }
    guard [.mainThread, .thread, .suspended].contains(report.surroundings) else { return nil }
    return "nothing was blocked: what was to fulfill \(missing) did not"
  }

  /// Whether something came instead: then that is to be looked at.
  private var hasNearMisses: Bool {
    report.expectations.contains { !$0.isComplete && $0.notification?.hasNearMisses == true }
  }

  private var missing: String {
    let names = report.expectations.filter { !$0.isComplete && !$0.isQuiet && !$0.isRepeated }.map {
      "\"\($0.description)\""
    }
    return names.count < 4 ? names.joined(separator: ", ") : "them"
  }

  private var threads: String? {
    guard !report.threads.isEmpty else { return nil }
    let groups = report.threads.map { "\($0.count == 1 ? "" : "\($0.count) × ")\($0.name) \($0.activity)" }
    return "threads: \(groups.prefix(8).joined(separator: " · "))\(groups.count > 8 ? " · …" : "")"
  }
}

extension WaitReport.Probe.Target {
  /// What a person calls it.
  var name: String {
    switch self {
    case .mainQueue: "main queue"
    case .globalQueue: "global queue"
    case .concurrencyPool: "concurrency pool"
    }
  }
}
