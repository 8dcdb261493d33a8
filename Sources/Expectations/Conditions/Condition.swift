import Foundation

/// Waits for a condition: evaluates it at once, and again after each change to what it read and after each pause.
///
/// The caller of a condition with a value keeps the value. Nothing here is generic, so all conditions share the same
/// code.
struct Condition {
  /// What to do after an evaluation.
  private enum Next {
    case over(CallOutcome)
    /// Lets other threads run, and evaluates again. A change is announced before the new value is stored, and this
    /// thread may have preempted the thread that makes the change.
    case yield
    case pause(Wait)
  }

  private let request: Request
  private let host = TestHosts.current
  private var clock: ConditionClock
  private var state: ConditionState
  /// It exists as long as the condition lasts: the end of the run finds a condition that nothing awaits.
  private let life: AnyExpectation
  /// What a change fulfills; nil until the condition first observes.
  private var change: AnyExpectation?
  private var isObserving = false
  private let expected: (() -> String)?
  private var notes = EvaluationNotes()

  private init(_ request: Request, expected: (() -> String)?, context: CallingContext) {
    (self.request, self.expected) = (request, expected)
    clock = ConditionClock(request.timeout, isWindow: request.goal != .eventually, context: context)
    var longest = request.interval.saturatedNanoseconds
    // Where waiting takes no time, only the number of evaluations counts.
    if clock.isControlled { longest = max(longest, clock.limit / 100) }
    for case .backingOff(let interval) in request.options.map(\.kind) { longest = interval.saturatedNanoseconds }
    let pace = PollingPace(interval: request.interval.saturatedNanoseconds, longest: longest)
    state = ConditionState(request.goal, limit: clock.limit, grace: Limits.graceOfEvaluation, pace: pace)
    for option in request.options {
      switch option.kind {
      case .notBefore(let delay): state.earliest = delay.saturatedNanoseconds
      case .stable(let duration): state.stability = duration.saturatedNanoseconds
      case .backingOff, .givingUp: break
      }
    }
    life = AnyExpectation(of: request, host: host, role: .ofCondition)
    RunObservers.current?.waitBegan(facts)
  }

  // MARK: Three ways to wait

  /// Blocks the calling thread.
  @inline(never)
  static func block(
    _ request: Request, expected: (() -> String)? = nil, _ body: () throws -> Evaluation
  ) -> CallOutcome {
    var condition = Condition(request, expected: expected, context: .current)
    while true {
      switch RunLoopWaits.evaluating({ condition.judge(body) }) {
      case .over(let outcome): return outcome
      case .yield: sched_yield()
      case .pause(let pause):
        if let outcome = condition.resume(after: pause.block(for: condition.pulse)) { return outcome }
      }
    }
  }

  /// Suspends the calling task between evaluations. The evaluations run where the caller runs.
  @inline(never)
  nonisolated(nonsending) static func suspend(
    _ request: Request, expected: (() -> String)? = nil, _ body: () throws -> Evaluation
  ) async -> CallOutcome {
    var condition = Condition(request, expected: expected, context: .suspended)
    while true {
      let next = condition.judge(body)
      if let outcome = await condition.goOn(next) { return outcome }
    }
  }

  /// Suspends the calling task between evaluations and during them. Each evaluation runs in a task of its own, so that
  /// the condition can abandon one that does not end.
  @inline(never)
  static func suspend(
    _ request: Request, expected: (() -> String)? = nil, isolation: isolated (any Actor)? = #isolation,
    awaiting body: @escaping () async throws -> Evaluation
  ) async -> CallOutcome {
    var condition = Condition(request, expected: expected, context: .suspended)
    while true {
      let began = condition.clock.now()
      let bounded = BoundedBody(body, request.description, site: request.site)
      let (left, grace) = (condition.clock.left, Limits.graceOfEvaluation)
      let limit = left > .max - grace ? .max : left + grace
      let ended = await bounded.wait(.ofLibrary(limit: limit, of: condition.clock.span(at: began), site: request.site))
      if ended.isSuccess, let result = bounded.takeResult() {
        // It does not count how long the evaluation took.
        let end = min(condition.clock.now(), max(began, condition.state.limit))
        let next = condition.judge(condition.evaluation(of: result), from: began, to: end)
        if let outcome = await condition.goOn(next) { return outcome }
      } else {
        _ = await bounded.cancel()
        return ended.isCancelled ? condition.cancelled : condition.failed(.stillRunning)
      }
    }
  }

  /// Does what must follow an evaluation. Returns the outcome if the condition is over.
  nonisolated(nonsending) private mutating func goOn(_ next: Next) async -> CallOutcome? {
    switch next {
    case .over(let outcome): return outcome
    case .yield:
      sched_yield()
      return nil
    case .pause(let pause): return resume(after: await pause.suspend(for: pulse))
    }
  }

  // MARK: Evaluations

  private mutating func judge(_ body: () throws -> Evaluation) -> Next {
    let beginning = clock.beginEvaluation()
    let evaluation = isObserving ? Evaluation(body, isUnrecoverable: isUnrecoverable) : observe(body)
    return judge(evaluation, from: beginning.time, to: clock.endEvaluation(since: beginning))
  }

  /// Evaluates the body, and observes the values that it reads.
  private mutating func observe(_ body: () throws -> Evaluation) -> Evaluation {
    let isUnrecoverable = isUnrecoverable
    let change = AnyExpectation(of: request, host: host, role: .ofCall)
    // Weak: what is observed keeps the closure until it changes, perhaps long after the condition.
    let (evaluation, isObserved) = observingChanges(
      { Evaluation(body, isUnrecoverable: isUnrecoverable) }, onChange: { [weak change] in change?.fulfill(at: nil) {} }
    )
    guard isObserved else { return evaluation }
    // A change between the reading and the start of the observation is not announced, nor one that was in progress
    // then. Therefore, the condition is evaluated again at once; later changes are announced.
    (self.change, isObserving) = (change, true)
    state.noteChange()
    return evaluation
  }

  private func evaluation(of result: Result<Evaluation, any Error>) -> Evaluation {
    Evaluation({ try result.get() }, isUnrecoverable: isUnrecoverable)
  }

  /// Whether an error shows that waiting is pointless.
  private func isUnrecoverable(_ error: any Error) -> Bool {
    error is GiveUpError || request.options.contains { $0.givesUp(on: error) }
  }

  private mutating func judge(_ evaluation: Evaluation, from began: Nanoseconds, to end: Nanoseconds) -> Next {
    if let error = evaluation.error, TestEnding.isOne(error) { return .over(ended(by: error)) }
    let step = state.judge(evaluation.result, from: began, to: end, absent: clock.absent, uncounted: clock.uncounted)
    if step != .passed { notes.add(evaluation, at: .nanoseconds(began)) }
    switch step {
    case .passed: return .over(outcome(.success, .completed))
    case .failed where !clock.isBlocking && Task.isCancelled: return .over(cancelled)
    case .failed(let failure): return .over(failed(failure))
    case .again(let pause, let time):
      if let observer = RunObservers.current, observer.watchesProgress { observer.waitProgressed(facts) }
      guard pause > 0 else { return .yield }
      return .pause(clock.pause(pause, until: time, site: request.site))
    }
  }

  /// What ends a pause early.
  private var pulse: [AnyExpectation] { [change ?? life] }

  /// Continues after a pause; returns nil when another evaluation must follow.
  private mutating func resume(after ended: EndedWait) -> CallOutcome? {
    clock.noteEnd(of: ended.wait)
    if ended.isCancelled { return cancelled }
    if ended.verdict.kind == .interrupted { return failed(.interrupted) }
    if ended.first == 0 {
      (change, isObserving) = (nil, false)
      state.noteChange()
    }
    return nil
  }

  // MARK: The end

  /// What an observer learns.
  private var facts: WaitFacts {
    clock.facts(
      request.goal == .eventually ? .condition : .mustLast, request.description, evaluations: state.tries,
      at: request.site, in: host)
  }

  private func outcome(_ ending: CallOutcome.Ending, _ name: WaitReport.Outcome) -> CallOutcome {
    clock.tellEnd(of: facts, name)
    return withExtendedLifetime(life) { CallOutcome(ending: ending, host: host) }
  }

  private var cancelled: CallOutcome { outcome(.cancelled, .cancelled) }

  private func failed(_ failure: ConditionFailure) -> CallOutcome {
    var report = ConditionReport(
      request: request, state: state, failure: failure, time: .nanoseconds(clock.now()),
      uncounted: .nanoseconds(clock.uncounted), notes: notes, expected: expected?())
    // Before the explanation, which takes time.
    clock.tellEnd(of: facts, failure.outcome)
    if failure.outcome == .timedOut {
      let (lines, closing) = facts.explanation(in: host)
      report.observed = lines + Shortened.lines(Living.remarks(of: host), shown: 5, indentation: "") + closing
    }
    let ending = CallOutcome.Ending.failed(Problem(call: report.text, at: request.site))
    return withExtendedLifetime(life) { CallOutcome(ending: ending, host: host) }
  }

  /// The body threw an error that ends the test, or whose failure is recorded.
  private func ended(by error: any Error) -> CallOutcome {
    // It ends nothing but the task, which is canceled.
    if error is CancellationError { return cancelled }
    let isRecorded = TestEnding.isRecorded(error)
    let outcome = outcome(.threw(error, isRecorded ? nil : request.problem(unthrown: error)), .threw)
    if isRecorded { host.record(request.failedAssertion) }
    return outcome
  }
}

extension AnyExpectation {
  fileprivate convenience init(of request: Condition.Request, host: any TestHost, role: Origin.Role) {
    self.init(request.description, FulfillmentCount(1...), createdAt: request.site, host: host, role: role)
  }
}
