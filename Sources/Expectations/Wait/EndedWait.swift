/// The facts of a wait that is over: how it was decided, and what a report needs.
struct EndedWait: Sendable {
  let wait: Wait
  let expectations: [AnyExpectation]
  private(set) var verdict: Verdict
  /// When its caller was ready to return, in real time, less the time for which an observer kept it from waking; of a
  /// success that needs no report, when it was decided.
  let ended: Instant
  /// How long after the verdict that was.
  let delay: Nanoseconds
  /// The states of the expectations at the end; none for a success that needs no report.
  private(set) var states: [ExpectationState]
  /// The stalls in the meantime, and since when queues have not answered; known if the time is over.
  let stalls: [Stall]
  let silences: [(queue: QueueSet, since: Instant)]

  /// Collects what a report needs. Call it only under the engine's lock.
  init(
    _ wait: Wait, _ expectations: [AnyExpectation], _ verdict: Verdict, in state: inout EngineState
  ) {
    self.wait = wait
    self.expectations = expectations
    self.verdict = verdict
    let needsFacts = !verdict.isSuccess || wait.needsReport
    let held = max(0, wait.heldUntil.since(verdict.time.real))
    ended = needsFacts ? Instant.now().advanced(by: -held) : verdict.time.real
    delay = ended.since(verdict.time.real)
    states = needsFacts ? expectations.map { state.machine.expectations[$0.key] } : []
    guard verdict.hasTimedOut else {
      (stalls, silences) = ([], [])
      return
    }
    let all = state.stalls.filter { $0.ended > wait.started.real } + [state.clock.stall(at: ended)].compactMap { $0 }
    // One that began later has delayed only the caller.
    stalls = all.filter { $0.began.advanced(by: FairClock.tolerance) < verdict.time.real }
    silences = QueueSet.each.compactMap { queue in state.silence(of: queue).map { (queue, $0) } }
  }

  var isSuccess: Bool { verdict.isSuccess }

  /// Whether the task was canceled.
  var isCancelled: Bool { verdict.kind == .cancelled }

  /// The position of the first complete expectation, in a complete wait for any.
  var first: Int? {
    guard case .completed(let first) = verdict.kind else { return nil }
    return first
  }

  /// The host that records its problems.
  var host: any TestHost {
    let host = expectations.first?.host ?? TestHosts.current
    return wait.isOfRunningTest ? host : host.orCurrent
  }
}

/// Judges a wait: what it records, and what its caller throws.
extension EndedWait {
  /// Records every unrecorded problem of the wait, and returns whether the wait was successful.
  ///
  /// A success and a canceled wait have no problem.
  @discardableResult
  func recordFailure() -> Bool {
    guard !isSuccess else { return true }
    let host = host
    for problem in problems(recordsError: true) { host.record(problem) }
    return false
  }

  /// Records every unrecorded problem of the wait, and throws the error that stops the test if there was one.
  ///
  /// If a fulfillment delivered an error, it throws that error instead.
  func requireSuccess() throws {
    guard !isSuccess else { return }
    if isCancelled { throw CancellationError() }
    let (problems, host) = (problems(recordsError: false), host)
    let error = takeError()
    for problem in error == nil ? problems.dropLast() : problems[...] { host.record(problem) }
    throw error ?? host.stop(recording: problems.last)
  }

  /// Returns the error that the caller expected; nil when everything came instead.
  ///
  /// It records any other failure and stops the test.
  func requireError() throws -> (any Error)? {
    guard let error = takeError() else {
      try requireSuccess()
      return nil
    }
    let host = host
    for problem in problems(recordsError: false) { host.record(problem) }
    return error
  }

  /// Returns the report of the wait. The error that ended the wait then counts as handled.
  func report() -> WaitReport { WaitReport(self, error: takeError()) }

  /// Returns the report with the lines of the observer.
  func explainedReport() -> WaitReport {
    var report = report()
    if verdict.kind == .timedOut, let facts = wait.facts(expectations) {
      (report.observed, report.closing) = facts.explanation(in: host)
    }
    return report
  }

  /// Returns the report of a wait that recorded nothing. The caller can still record the failure with it. What neither
  /// it nor another wait has recorded, a later wait records.
  func recordableReport() -> WaitReport {
    var report = WaitReport(self, error: takeError(isHandled: false))
    guard !isSuccess else { return report }
    let extras = verdict.extras.keys
    Engine.withLock { for position in extras { $0.machine.expectations[expectations[position].key].giveBackExtra() } }
    report.unrecorded = Locked { [location = ExpectationDefaults.sourceLocation] in
      var ended = self
      Engine.withLock { state in
        for (position, expectation) in expectations.enumerated() {
          ended.states[position].isErrorReported = state.machine.expectations[expectation.key].isErrorReported
          guard extras.contains(position) else { continue }
          ended.verdict.extras[position] = state.machine.expectations[expectation.key].takeExtraAgain()
        }
      }
      _ = ExpectationDefaults.$sourceLocation.withValue(location) { ended.recordFailure() }
    }
    return report
  }

  /// Returns the error that ended the wait. By default, the error then counts as handled.
  private func takeError(isHandled: Bool = true) -> (any Error)? {
    guard case .failed(let position) = verdict.kind else { return nil }
    return expectations[position].takeError(isHandled: isHandled)
  }

  private func problems(recordsError: Bool) -> [Problem] {
    let extras = verdict.extras.sorted { $0.key < $1.key }.map { position, extra in
      Problem.extra(of: expectations[position].origin, extra, waitedAt: wait.site, by: nil).ofCaller
    }
    guard let site = siteOfTheVerdict(recordsError: recordsError) else { return extras }
    let creator = host.isOver ? nil : expectations.first?.host.testName
    return extras + [Problem(explainedReport(), at: site, createdIn: creator)]
  }

  /// Returns the line of the verdict's problem; nil when the verdict is no separate problem, or was recorded before.
  private func siteOfTheVerdict(recordsError: Bool) -> CallSite? {
    switch verdict.kind {
    case .completed, .forbidden, .cancelled, .impossible: nil
    case .outOfOrder(let early, _): states[early].completion?.site ?? wait.site
    case .failed(let position): recordsError && !states[position].isErrorReported ? wait.site : nil
    case .timedOut, .interrupted, .valueless, .empty: wait.site
    }
  }
}

extension WaitReport.Outcome {
  /// Judges a wait that is over: what its verdict means, given what the wait was for.
  init(_ ended: EndedWait) {
    let verdict = Self(verdictOf: ended)
    self =
      switch (ended.wait.goal, verdict) {
      case (.error, .threw): .completed
      case (.error, .completed): .unexpectedFulfillment
      case (.nothing, .timedOut) where !ended.isFulfilled: .completed
      case (.nothing, _) where ended.isFulfilled && verdict != .cancelled: .unexpectedFulfillment
      default: verdict
      }
  }

  private init(verdictOf ended: EndedWait) {
    self =
      switch ended.verdict.kind {
      case .completed: ended.verdict.sawExtra ? .overFulfilled : .completed
      case .timedOut: .timedOut
      case .outOfOrder: .incorrectOrder
      case .forbidden(let position):
        ended.states[position].bounds.upper == 0 ? .unexpectedFulfillment : .overFulfilled
      case .failed: .threw
      case .cancelled: .cancelled
      case .interrupted: .interrupted
      case .impossible(let position):
        .cannotComplete(
          "the \(ended.expectations[position].origin.defect) of \"\(ended.expectations[position].title)\"")
      case .valueless(let position):
        .cannotComplete(
          "\"\(ended.expectations[position].title)\" must not happen, so it has no value to return; use wait(for:)")
      case .empty: .cannotComplete("nothing to wait for")
      }
  }
}

extension EndedWait {
  /// Whether a fulfillment came in time, even if the expectation is not complete.
  var isFulfilled: Bool { states.contains { $0.history.kept.contains { isInTime($0.time) } } }

  /// Whether an event came before the verdict, or decided it. The first event after the end of the time lets the clock
  /// decide at the same instant, and is too late.
  func isInTime(_ time: Moment) -> Bool {
    verdict.hasTimedOut ? time.fair < verdict.time.fair : time.fair <= verdict.time.fair
  }
}
