/// One condition on its way: what it has come to so far, and what a failure is going to tell.
struct ConditionRun<Value> {
  /// What follows from an evaluation.
  enum Next {
    case over(ConditionEnding<Value>)
    /// Lets other threads run, and looks again. Whoever makes the change that was announced may have been put off for
    /// this very thread, before the new value is there.
    case yield
    /// Waits for a change, for the signal, or for the next time to look.
    case wait(WaitRequest)
  }

  let request: ConditionRequest
  let host = TestHosts.current
  /// Where it is evaluated, if that is where the caller runs.
  let context = CallingContext.current
  /// What watches over it meanwhile.
  var overseer: ConditionOverseer?
  private let time: ConditionTime
  private var state: ConditionState<Value>
  /// What a change sends; nil until something can change.
  private var event: InternalEvent?
  private var observing = ObservedLooks()
  private let sleeper: ConditionSleeper?
  private let expected: (() -> String)?
  /// When the last evaluation began.
  private var lastLook: Instant?
  private var values = RecentValues()
  private var lastWord: StaticString?
  private var firstError: String?
  private var lastError: String?

  private let isSuspending: Bool

  init(_ request: ConditionRequest, expected: (() -> String)? = nil, isSuspending: Bool) {
    self.request = request
    self.isSuspending = isSuspending
    self.expected = expected
    time = ConditionTime(request)
    var parameters = ConditionTerms(
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
    // Whoever takes something as the signal has looked at it.
    if let signal = request.signal { Engine.withLock { signal.markRead(in: &$0) } }
    request.signal?.observation?.beginWait()
  }

  /// What tells that something has changed that the next evaluation reads.
  mutating func change() -> @Sendable () -> Void {
    let event = currentEvent()
    return { event.send() }
  }

  private mutating func currentEvent() -> InternalEvent {
    if let event { return event }
    let event = InternalEvent(request.description, at: request.site)
    self.event = event
    return event
  }

  /// How long an evaluation that begins now may take at most, in real time.
  var patience: Nanoseconds { time.patience }

  /// Whether an error shows that waiting is pointless.
  func isHopeless(_ error: any Error) -> Bool {
    if error is GiveUpError { return true }
    return request.options.contains { option in
      if case .givingUp(let isHopeless) = option.kind { isHopeless(error) } else { false }
    }
  }

  /// A look that begins now.
  func look() -> Look<Value> {
    Look(began: time.now(), isLast: isSignalled)
  }

  /// Whether the next look is to observe what it reads.
  mutating func wantsToObserve() -> Bool { observing.look() }

  /// What the condition read is observed from now on. A change that came between being read and being observed is not
  /// announced, nor one that was on its way, so it is looked at again at once; a later one is.
  mutating func noteObservation() {
    if observing.begin() { state.noteChange() }
  }

  /// Judges a look. Of one that was awaited it has been decided already whether it came to an end, and how long it
  /// took is not its own doing; nor is how far another clock was moved meanwhile.
  mutating func judge(_ look: Look<Value>, isAwaited: Bool = false) -> Next {
    lastLook = look.began
    guard let evaluation = look.evaluation else { return .over(.failed(report(.stillRunning))) }
    let ended = isAwaited || request.clock.isOther ? min(time.now(), state.parameters.latest) : time.now()
    let step = state.judge(evaluation.sample, from: look.began, to: ended, isLast: look.isLast)
    if !step.hasPassed { note(evaluation, at: look.began) }
    switch step {
    case .passed(let value): return .over(.passed(value))
    case .failed(let failure): return .over(.failed(report(failure)))
    case .again(let pause, let instant):
      guard !time.isBeyondBound else { return .over(.failed(report(.clockStoodStill))) }
      guard pause > 0 else { return .yield }
      var awaited: TinyArray<any AnyExpectation> = [currentEvent().expectation]
      if let signalToCome { awaited.append(signalToCome) }
      return .wait(time.request(for: awaited, after: pause, by: instant, site: request.site))
    }
  }

  /// Notes what a failure may have to tell of a look that began then.
  private mutating func note(_ evaluation: Evaluation<Value>, at instant: Instant) {
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

  /// The signal, unless it can never come: to wait for it would be no pause.
  private var signalToCome: (any AnyExpectation)? {
    request.signal.flatMap { $0.bounds.isInverted || $0.bounds.defect != nil ? nil : $0 }
  }

  /// Goes on after a wait; nil when there is another evaluation to make.
  mutating func resume(after record: WaitRecord) -> ConditionEnding<Value>? {
    if record.isCancelled { return .cancelled }
    if record.isInterrupted { return .failed(report(.interrupted)) }
    guard record.first == 0 else { return nil }
    observing.end()
    state.noteChange()
    event = nil
    return nil
  }

  /// Whether the signal has come that ends the watching.
  var isSignalled: Bool {
    guard let signal = request.signal else { return false }
    return Engine.withLock { state in
      let signal = signal.state(in: &state)
      return signal.isComplete || signal.failedAt != nil
    }
  }

  /// How the condition ended, for whoever waits for it. It is noted with all waits of the run.
  func outcome(_ ending: ConditionEnding<Value>) -> ConditionOutcome<Value> {
    request.signal?.observation?.endWait(isDone: true)
    sleeper?.dismiss()
    let (used, allowed) = (time.used, time.allowed)
    let uncounted = time.elapsed.uncounted.saturatedNanoseconds
    if WaitLog.isNoteworthy(used: used, allowed: allowed, uncounted: uncounted) {
      WaitLog.note(
        WaitLog.Note(
          kind: request.goal.kind, description: "\"\(request.description)\"", outcome: ending.name, used: used,
          allowed: allowed, onClock: WaitLog.ClockTime(used: time.usedOnClock, of: request.timeouts),
          uncounted: uncounted, site: request.site, host: host)
      )
    }
    return ConditionOutcome(ending, host: host, site: request.site)
  }

  /// How long after its time was over the last evaluation began, which then was not its own doing.
  private var lateness: Duration {
    guard let lastLook, !request.clock.isOther else { return .zero }
    return .nanoseconds(max(0, lastLook.since(time.deadline)))
  }

  /// The facts of a failure.
  func report(_ failure: ConditionFault) -> ConditionReport {
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
    report.noteCauses(
      overseer?.findings(since: time.began.real), lateness: lateness, on: isSuspending ? .suspended : context)
    return report
  }
}

/// One evaluation, from when it began.
struct Look<Value> {
  var began: Instant
  /// Whether the signal had come, so that nothing more needs to be watched.
  var isLast: Bool
  /// nil for one that has not come to an end.
  var evaluation: Evaluation<Value>?
}

/// How the waiting for a condition ended.
enum ConditionEnding<Value> {
  case passed(Value?)
  case failed(ConditionReport)
  case cancelled
}

extension ConditionEnding {
  /// The name of the outcome.
  fileprivate var name: String {
    switch self {
    case .passed: WaitReport.Outcome.completed.name
    case .cancelled: WaitReport.Outcome.cancelled.name
    case .failed(let report): report.outcome.name
    }
  }
}

extension ConditionReport {
  /// The outcome of a wait that comes nearest.
  fileprivate var outcome: WaitReport.Outcome {
    switch failure {
    case .broken: .unexpectedFulfillment
    case .hopeless: .threw
    case .interrupted: .interrupted
    case .timedOut, .tooEarly, .stillRunning, .clockStoodStill: .timedOut
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
