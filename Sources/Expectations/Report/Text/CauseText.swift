/// Lists what may explain why a wait ran out of time: what was observed, and what the wait blocked.
struct CauseText {
  private let report: WaitReport
  private let probes: ProbeText
  /// Whether the wait is for the end of the body of `within`.
  private let isOfBody: Bool

  init(_ report: WaitReport, ofBody isOfBody: Bool = false) {
    self.report = report
    probes = ProbeText(
      findings: WaitFindings(probes: report.probes, blockedPoolThreads: report.blockedPoolThreads),
      poolSize: report.poolSize)
    self.isOfBody = isOfBody
  }

  var lines: [String] {
    let isOutOfTime = report.outcome == .timedOut || report.outcome == .interrupted
    guard isOutOfTime else { return [lateReturn].compactMap { $0 } }
    let absence = report.inspected?.absence
    let standings = report.standingLines
    let isInspected = !standings.isEmpty || absence != nil
    let others = [probes.line(isInspected: isInspected), isInspected ? nil : nothingWasBlocked, blockedByWait]
    let handlers = releasedHandlers + uncalledHandlers
    let rest = [isNothingKnown ? absence.map(line) : nil, lateReturn]
    return others.compactMap { $0 } + handlers + report.clocks + standings + rest.compactMap { $0 }
  }

  /// Whether no other line says what may be the cause.
  private var isNothingKnown: Bool {
    blockedByWait == nil && lateReturn == nil && releasedHandlers.isEmpty && uncalledHandlers.isEmpty
      && report.clocks.isEmpty && !hasNearMisses && !report.probes.contains(where: \.hasNoAnswer)
      && report.uncounted < .milliseconds(100)
      && !missing.contains { $0.fulfillments.contains { $0.lateness != nil } }
  }

  private func line(_ absence: String) -> String {
    AbsenceText.line(
      absence, hasBegun: missing.contains { $0.fulfillmentCount > 0 }, queuesAnswered: areProbesAnswered)
  }

  private var lateReturn: String? { report.context.lateReturn(by: report.delay) }

  // MARK: Probes

  private var areProbesAnswered: Bool {
    !report.probes.isEmpty && report.probes.allSatisfy { $0.answer ?? .seconds(1) < .milliseconds(100) }
  }

  // MARK: What the wait did

  /// What the wait itself blocked. The text does not say whether that was the cause.
  private var blockedByWait: String? {
    switch report.context {
    case .mainQueueJob:
      "this wait blocked the main queue and the main actor: nothing else could run there; use `await`"
    case .task: "this wait blocked a thread of the concurrency pool; use `await`"
    case .queue(let label): "this wait blocked the queue \"\(label)\": if it is serial, nothing else could run there"
    case .mainThread, .thread, .suspended, .suspendedOnActor, .suspendedOnMainActor: nil
    }
  }

  // MARK: What the handlers did

  private var releasedHandlers: [String] {
    missing.compactMap { entry in
      entry.handlersReleasedTime.map { time in
        let when = time < .zero ? "before the wait" : "at \(DurationText.exact(time))"
        return "the handler of \"\(entry.description)\" was released \(when) without being called"
      }
    }
  }

  private var uncalledHandlers: [String] {
    missing.filter(\.hasUncalledHandler).map {
      "the handler of \"\($0.description)\" is still held and has not been called"
    }
  }

  /// A statement that none of the probed queues was blocked, and what the probes cannot see.
  private var nothingWasBlocked: String? {
    guard areProbesAnswered, releasedHandlers.isEmpty, report.clocks.isEmpty, !hasNearMisses,
      report.delay < .milliseconds(50),
      report.uncounted < .milliseconds(100)
    else { return nil }
    guard report.context.isSuspended || [.mainThread, .thread].contains(report.context) else { return nil }
    return isOfBody
      ? "none of these was blocked when probed: the body awaits something else, or takes longer"
      : "none of these was blocked when probed. The probes cannot see: an error that ended a task, a lock, "
        + "an actor, another queue or run loop"
  }

  /// Whether a near miss came instead, which is then the likely cause.
  private var hasNearMisses: Bool {
    report.expectations.contains { !$0.isComplete && $0.notification?.hasNearMisses == true }
  }

  private var missing: [WaitReport.Entry] {
    report.expectations.filter { !$0.isComplete && !$0.isInverted && !$0.isRepeated }
  }
}

extension CallingContext {
  /// Says that the caller resumed late after the verdict; nil when it resumed soon.
  func lateReturn(by delay: Duration) -> String? {
    guard delay >= .milliseconds(50) else { return nil }
    let delay = DurationText.short(delay)
    return switch self {
    case .suspended: "resumed \(delay) later: concurrency pool busy"
    case .suspendedOnActor: "resumed \(delay) later: its actor or the concurrency pool busy"
    case .suspendedOnMainActor: "resumed \(delay) later: main actor busy"
    case .mainThread, .mainQueueJob: "main thread did not run for \(delay)"
    case .task, .queue, .thread: "resumed \(delay) later: the thread did not run"
    }
  }
}
