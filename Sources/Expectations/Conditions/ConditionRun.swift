/// The progress of one condition: its state so far, and the facts for a failure.
struct ConditionRun {
  /// What to do after an evaluation.
  enum Next {
    case over(ConditionEnding)
    /// Lets other threads run, and evaluates again. A change is announced before the new value is stored, and this
    /// thread may have preempted the thread that makes the change.
    case yield
    /// Waits for a change, for the signal, or for the time of the next evaluation.
    case wait(WaitRequest)
  }

  let request: ConditionRequest
  let host = TestHosts.current
  /// The context of the caller, where the body is evaluated unless it needs `await`.
  let context = CallingContext.current
  var monitor: ConditionMonitor?
  private var time: ConditionTime
  private var state: ConditionState
  /// The event that a change sends; nil until the condition first observes or pauses.
  private var event: InternalEvent?
  private var observing = ObservationSchedule()
  private let sleeper: ConditionSleeper?
  private let expected: (() -> String)?
  /// When the last evaluation began.
  private var lastEvaluationBegan: MonotonicInstant?
  private var values = RecentValues()
  private var lastWord: StaticString?
  private var firstError: String?
  private var lastError: String?

  /// Where a condition that suspends continues; nil for one that blocks.
  private let suspended: CallingContext?
  /// The listeners that learn of the condition; nil without them.
  private let listened = WaitListeners.listen()

  /// - Parameters:
  ///   - suspended: Where a condition that suspends continues; nil for one that blocks.
  ///   - hasOwnTask: Whether a task of its own runs each evaluation, which then does not occupy the caller's thread.
  init(
    _ request: ConditionRequest, expected: (() -> String)? = nil, suspended: CallingContext?, hasOwnTask: Bool = false
  ) {
    self.request = request
    self.suspended = suspended
    self.expected = expected
    time = ConditionTime(
      request, in: ObjectIdentifier(host), on: hasOwnTask ? .suspended : context, blocks: suspended == nil)
    var parameters = ConditionParameters(
      goal: request.goal, started: time.start, deadline: time.deadline, grace: Timeouts.grace)
    var longest = request.interval.saturatedNanoseconds
    for option in request.options {
      switch option.kind {
      case .notBefore(let delay): parameters.earliest = delay.saturatedNanoseconds
      case .stable(let duration): parameters.stability = duration.saturatedNanoseconds
      case .backingOff(let interval): longest = interval.saturatedNanoseconds
      case .givingUp: break
      }
    }
    let pace = PollingPace(interval: request.interval.saturatedNanoseconds, longest: longest)
    state = ConditionState(parameters, pace: pace)
    sleeper = ConditionSleeper(of: request)
    // Using an expectation as the signal counts as reading it.
    if let signal = request.signal { Engine.withLock { signal.markRead(in: &$0) } }
    request.signal?.observation?.beginWait()
    tell { $0.waitBegan($1) }
  }

  /// Tells the listeners of the condition.
  private func tell(_ outcome: WaitReport.Outcome? = nil, _ call: (any WaitListener, WaitEvent) -> Void) {
    guard let listened else { return }
    let event = WaitEvent(
      wait: listened.number, waitedFor: "\"\(request.description)\"", parts: [], evaluations: state.tries,
      test: host.orCurrent.testName, place: WaitReport.Place(request.site), elapsed: time.elapsed.real,
      limit: WaitListeners.limit(request.timeouts), outcome: outcome)
    WaitListeners.send(event, to: listened, call)
  }

  /// A closure that reports a change to a value that the evaluation reads.
  mutating func changeHandler() -> @Sendable () -> Void {
    let event = currentEvent()
    return { event.send() }
  }

  private mutating func currentEvent() -> InternalEvent {
    if let event { return event }
    let event = InternalEvent(request.description, at: request.site)
    self.event = event
    return event
  }

  /// How long an evaluation that begins now may take at most, on the fair clock.
  var evaluationLimit: Nanoseconds { time.evaluationLimit }

  /// Whether an error shows that waiting is pointless.
  func isUnrecoverable(_ error: any Error) -> Bool {
    if error is GiveUpError { return true }
    return request.options.contains { option in
      if case .givingUp(let isUnrecoverable) = option.kind { isUnrecoverable(error) } else { false }
    }
  }

  /// Begins an evaluation now.
  mutating func beginEvaluation() -> TimedEvaluation {
    time.resume()
    return TimedEvaluation(began: time.now(), isLast: hasSignalCome)
  }

  /// Returns whether the next evaluation must observe the values that it reads.
  mutating func shouldObserve() -> Bool { observing.shouldObserve() }

  /// Notes that the values that the condition read are now observed. A change between the reading and the start of the
  /// observation is not announced, nor one that was in progress then. Therefore, the condition is evaluated again at
  /// once; later changes are announced.
  mutating func noteObservation() {
    if observing.begin() { state.noteChange() }
  }

  /// Judges an evaluation. For an awaited one, the wait has already decided whether it ended: how long it took does not
  /// count against it, nor does how far another clock was moved in the meantime.
  mutating func judge(_ timed: TimedEvaluation, isAwaited: Bool = false) -> Next {
    defer { time.pause() }
    lastEvaluationBegan = timed.began
    guard let evaluation = timed.evaluation else { return .over(.failed(report(.stillRunning))) }
    let ended = isAwaited || request.clock.isOther ? min(time.now(), state.parameters.latest) : time.now()
    let needsUncounted = state.parameters.earliest > 0 && !request.clock.isOther
    let uncounted = needsUncounted ? time.elapsed.uncounted.saturatedNanoseconds : 0
    let step = state.judge(
      evaluation.result, from: timed.began, to: ended, isLast: timed.isLast, uncounted: uncounted)
    if step != .passed { note(evaluation, at: timed.began) }
    switch step {
    case .passed where needsSignal && !timed.isLast: return .over(.failed(report(.signalMissing)))
    case .passed: return .over(.passed)
    case .failed(let failure): return .over(.failed(report(failure)))
    case .again(let pause, let instant):
      guard !time.isBeyondBound else { return .over(.failed(report(.clockStoodStill))) }
      tell { $0.waitProgressed($1) }
      guard pause > 0 else { return .yield }
      var awaited: TinyArray<any AnyExpectation> = [currentEvent().expectation]
      if let pendingSignal { awaited.append(pendingSignal) }
      return .wait(time.request(for: awaited, after: pause, by: instant, site: request.site))
    }
  }

  /// Notes the facts about an evaluation that began at `instant`, for a possible failure.
  private mutating func note(_ evaluation: Evaluation, at instant: MonotonicInstant) {
    switch evaluation.value {
    case .word(let word): lastWord = word
    case .described(let describe):
      lastWord = nil
      values.note(describe(), at: .nanoseconds(instant.since(time.start)))
    case nil: break
    }
    if let error = evaluation.error {
      firstError = firstError ?? error
      lastError = error
    }
  }

  /// The signal, unless it can never come: a wait for such a signal would not pause.
  private var pendingSignal: (any AnyExpectation)? {
    request.signal.flatMap { $0.bounds.isInverted || $0.bounds.defect != nil ? nil : $0 }
  }

  /// Whether a signal must come. An impossible count is a failure of its own.
  private var needsSignal: Bool { request.signal.map { $0.bounds.defect == nil } ?? false }

  /// Continues after a wait; returns nil when another evaluation must follow.
  mutating func resume(after record: WaitRecord) -> ConditionEnding? {
    if record.isCancelled { return .cancelled }
    if record.isInterrupted { return .failed(report(.interrupted)) }
    guard record.first == 0 else { return nil }
    observing.end()
    state.noteChange()
    event = nil
    return nil
  }

  /// Whether the signal that ends the window has come.
  var hasSignalCome: Bool {
    guard let signal = request.signal else { return false }
    return Engine.withLock { state in
      let signal = signal.state(in: &state)
      return signal.isComplete || signal.failedAt != nil
    }
  }

  /// Ends the condition, and notes it in the log of the run's waits.
  func end(_ ending: ConditionEnding) {
    if EdgeTrace.isRecorded, case .failed(let report) = ending, report.isOutOfTime, host.explainsTimeouts {
      EdgeTrace.noteTimeout("\"\(request.description)\"", at: request.site)
    }
    request.signal?.observation?.endWait(isDone: true)
    sleeper?.remove()
    tell(ending.outcome) { $0.waitEnded($1) }
    let (used, allowed) = (time.used, time.allowed)
    let uncounted = time.elapsed.uncounted.saturatedNanoseconds
    if WaitLog.needsNote(used: used, allowed: allowed, uncounted: uncounted) {
      WaitLog.note(
        WaitLog.Note(
          kind: request.goal.kind, description: "\"\(request.description)\"", outcome: ending.outcome.name,
          began: time.began.real, used: used, allowed: allowed,
          onClock: WaitLog.ClockTime(used: time.usedOnClock, of: request.timeouts), uncounted: uncounted,
          site: request.site, host: host)
      )
    }
  }

  /// How long after the deadline the last evaluation began, because the caller did not run.
  private var lateness: Duration {
    guard let lastEvaluationBegan, !request.clock.isOther else { return .zero }
    return .nanoseconds(max(0, lastEvaluationBegan.since(time.deadline)))
  }

  /// The facts of a failure.
  func report(_ failure: ConditionFailure) -> ConditionReport {
    let elapsed = time.elapsed
    var values = values
    if let lastWord { values.note("\(lastWord)", at: elapsed.real) }
    var report = ConditionReport(
      description: request.description, goal: request.goal, failure: failure, elapsed: elapsed.real,
      uncounted: elapsed.uncounted, stalls: WaitReport.Stall.all(time.stalls, from: time.began.real, to: .never),
      elapsedOnClock: request.clock.isOther ? .nanoseconds(time.now().since(time.start)) : nil,
      limit: time.deadline == .never ? nil : .nanoseconds(time.deadline.since(time.start)),
      earliest: .nanoseconds(state.parameters.earliest), stability: .nanoseconds(state.parameters.stability),
      tries: state.tries,
      values: values, expected: expected?(), firstError: firstError, lastError: lastError)
    report.signal = request.signal.map { "\"\($0.title)\", created at \($0.createdAt)" }
    report.findings = monitor?.findings(since: time.began.real)
    report.lateness = lateness
    return report
  }

  /// Whether the text of a failure needs to know where the threads and tasks stand.
  func needsInspection(_ ending: ConditionEnding) -> Bool {
    guard case .failed(let report) = ending else { return false }
    return report.isOutOfTime && host.explainsTimeouts && report.findings != nil
  }

  /// The outcome for the caller, with the causes of a failure.
  func outcome(_ ending: ConditionEnding, _ inspection: Inspection?) -> ConditionOutcome {
    ConditionOutcome(explained(ending, inspection), host: host, site: request.site)
  }

  private func explained(_ ending: ConditionEnding, _ inspection: Inspection?) -> ConditionEnding {
    guard case .failed(var report) = ending else { return ending }
    let context = suspended ?? context
    report.findings?.inspected = Inspections.wait(inspection, context, of: host)
    let clocks = report.isOutOfTime && !request.clock.isOther ? ExternalClocks.remarks(for: host) : []
    report.noteCauses(at: request.site, clocks: clocks, on: context)
    return .failed(report)
  }
}

/// One evaluation, with the instant when it began.
struct TimedEvaluation {
  var began: MonotonicInstant
  /// Whether the signal has come, after which no further evaluation is needed.
  var isLast: Bool
  /// nil for an evaluation that did not end.
  var evaluation: Evaluation?
}

/// How the wait for a condition ended.
enum ConditionEnding {
  case passed
  indirect case failed(ConditionReport)
  case cancelled
}

extension ConditionEnding {
  fileprivate var outcome: WaitReport.Outcome {
    switch self {
    case .passed: .completed
    case .cancelled: .cancelled
    case .failed(let report): report.outcome
    }
  }
}

extension ConditionReport {
  /// The outcome of a wait that is most similar to this failure.
  fileprivate var outcome: WaitReport.Outcome {
    switch failure {
    case .broken: .unexpectedFulfillment
    case .unrecoverable: .threw
    case .interrupted: .interrupted
    case .timedOut, .tooEarly, .signalMissing, .stillRunning, .clockStoodStill: .timedOut
    }
  }
}

extension ConditionGoal {
  fileprivate var kind: LedgerLine.Kind {
    switch self {
    case .eventually: .condition
    case .always: .mustLast
    case .never: .mustNotHappen
    }
  }
}
