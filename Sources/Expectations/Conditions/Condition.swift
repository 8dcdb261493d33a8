import Foundation

/// Waits for a condition: evaluates it at once, and again after each change to what it read and after each pause.
///
/// The caller of a condition with a value keeps the value. Nothing here is generic, so all conditions share the same
/// code.
enum Condition {
  /// Blocks the calling thread.
  @inline(never)
  static func block(
    _ request: ConditionRequest, expected: (() -> String)? = nil, _ body: () throws -> Evaluation
  ) -> ConditionOutcome {
    var run = ConditionRun(request, expected: expected, suspended: nil)
    let monitor = ConditionMonitor(of: request, limit: run.evaluationLimit, host: run.host, on: run.context)
    run.monitor = monitor
    defer { monitor.end() }
    while true {
      switch run.judge(evaluate(&run, body)) {
      case .over(let ending): return finish(run, ending)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: Wait.block(pause)) else { continue }
        return finish(run, ending)
      }
    }
  }

  /// Suspends the calling task between evaluations. The evaluations run where the caller runs.
  @inline(never)
  static func suspend(
    _ request: ConditionRequest, expected: (() -> String)? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: () throws -> Evaluation
  ) async -> ConditionOutcome {
    var run = ConditionRun(request.inControlledTime, expected: expected, suspended: .suspended(on: isolation))
    let monitor = ConditionMonitor(of: run.request, limit: run.evaluationLimit, host: run.host)
    run.monitor = monitor
    defer { monitor.end() }
    while true {
      switch run.judge(evaluate(&run, body)) {
      case .over(let ending): return await finish(run, ending, isolation: isolation)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: await Wait.suspend(pause)) else { continue }
        return await finish(run, ending, isolation: isolation)
      }
    }
  }

  private static func finish(_ run: ConditionRun, _ ending: ConditionEnding) -> ConditionOutcome {
    run.end(ending)
    return run.outcome(ending, run.needsInspection(ending) ? Inspections.completeBlocking() : nil)
  }

  private static func finish(
    _ run: ConditionRun, _ ending: ConditionEnding, isolation: isolated (any Actor)?
  ) async -> ConditionOutcome {
    run.end(ending)
    return run.outcome(ending, run.needsInspection(ending) ? await Inspections.complete(isolation: isolation) : nil)
  }

  private static func evaluate(_ run: inout ConditionRun, _ body: () throws -> Evaluation) -> TimedEvaluation {
    var timed = run.beginEvaluation()
    let (isUnrecoverable, context, monitor) = (run.isUnrecoverable, run.context, run.monitor)
    func evaluateBody() -> Evaluation {
      func judged() -> Evaluation { Evaluation(body, isUnrecoverable: isUnrecoverable) }
      return Blockage.during({ monitor?.during(judged) ?? judged() }, on: context)
    }
    guard run.shouldObserve() else {
      timed.evaluation = evaluateBody()
      return timed
    }
    let (evaluation, isObserved) = observingChanges(evaluateBody, onChange: run.changeHandler())
    timed.evaluation = evaluation
    if isObserved { run.noteObservation() }
    return timed
  }

  /// Suspends the calling task between evaluations and during them.
  @inline(never)
  static func suspend(
    _ request: ConditionRequest, expected: (() -> String)? = nil, isolation: isolated (any Actor)? = #isolation,
    awaiting body: @escaping () async throws -> Evaluation
  ) async -> ConditionOutcome {
    var run = ConditionRun(
      request.inControlledTime, expected: expected, suspended: .suspended(on: isolation), hasOwnTask: true)
    // An evaluation that hangs ends at its own deadline and is reported there, so the monitor prints nothing.
    let monitor = ConditionMonitor(of: run.request, limit: run.evaluationLimit, host: run.host, printsNothing: true)
    run.monitor = monitor
    defer { monitor.end() }
    while true {
      var timed = run.beginEvaluation()
      let evaluationTask = EvaluationTask(body, of: request, isUnrecoverable: run.isUnrecoverable)
      let outcome = await evaluationTask.wait(limit: run.evaluationLimit)
      let next: ConditionRun.Next
      if outcome.isCancelled {
        await evaluationTask.cancel()
        next = .over(.cancelled)
      } else {
        timed.evaluation = evaluationTask.result()
        next = run.judge(timed, isAwaited: true)
      }
      switch next {
      case .over(let ending): return await finish(run, ending, isolation: isolation)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: await Wait.suspend(pause)) else { continue }
        return await finish(run, ending, isolation: isolation)
      }
    }
  }
}

/// One evaluation in its own task, so that the condition can abandon an evaluation that does not end.
private final class EvaluationTask: Sendable {
  private let evaluation = Locked<Evaluation?>(nil)
  private let event: InternalEvent
  private let site: CallSite
  private let task: Task<Void, Never>

  init(
    _ body: @escaping () async throws -> Evaluation, of request: ConditionRequest,
    isUnrecoverable: @escaping (any Error) -> Bool
  ) {
    event = InternalEvent(request.description, at: request.site)
    site = request.site
    // The caller is suspended while the body runs, so nothing that the body captures is used by both at once. Only a
    // body that was abandoned, or that does not stop when it is canceled, may run beside its caller.
    nonisolated(unsafe) let (body, isUnrecoverable) = (body, isUnrecoverable)
    task = Task { [evaluation, event] in
      nonisolated(unsafe) let result: Evaluation
      do {
        result = try await body()
      } catch {
        result = Evaluation(throwing: error, isUnrecoverable: isUnrecoverable(error))
      }
      evaluation.withLock { $0 = result }
      event.send()
    }
  }

  /// Waits for the end of the evaluation: at most for `limit`, or longer if the pool is so busy that the evaluation may
  /// not have run yet. That does not count against the condition.
  func wait(limit: Nanoseconds) async -> WaitRecord {
    let outcome = await Wait.suspend(request(limit: limit))
    guard outcome.hasTimedOut else { return outcome }
    let probe = InternalEvent("the pool runs a task", at: site)
    Task { probe.send() }
    _ = await Wait.suspend(
      WaitRequest(
        forAnyOf: [event.expectation, probe.expectation], timeouts: Timeouts(nil), clock: .real, site: site))
    // The pool has run a task that started later, so it has begun the evaluation.
    return await Wait.suspend(request(limit: Timeouts.grace))
  }

  private func request(limit: Nanoseconds) -> WaitRequest {
    WaitRequest(
      forAnyOf: TinyArray(event.expectation), timeouts: Timeouts(exactly: limit), clock: .real, site: site)
  }

  /// The result of the evaluation; nil when it did not end. In that case, the task is canceled and abandoned.
  func result() -> Evaluation? {
    let result = evaluation.withLock { $0.take() }
    if result == nil { task.cancel() }
    return result
  }

  /// Cancels the evaluation, and waits a moment for its end: after that, the caller uses what the body captures.
  func cancel() async {
    task.cancel()
    // The wait runs in its own task, because the current task is canceled.
    _ = await Task { await Wait.suspend(request(limit: Timeouts.grace)) }.value
  }
}

/// The parameters of a condition, as the caller gave them.
struct ConditionRequest: Sendable {
  var description: String
  var goal: ConditionGoal
  /// How long the condition may take, or how long it must last.
  var timeouts: Timeouts
  var interval: Duration
  var options: [ConditionOption] = []
  /// An expectation that ends the window early.
  var signal: (any AnyExpectation)?
  var clock: WaitClock
  var site: CallSite

  init(
    eventually description: String, timeout: Duration?, interval: Duration, options: [ConditionOption],
    clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.init(description, .eventually, timeout, interval: interval, clock: clock, site: site)
    self.options = options
  }

  init(
    _ goal: ConditionGoal, _ description: String, for window: Duration?, until signal: (any Waitable)?,
    interval: Duration, clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.init(description, goal, window, interval: interval, clock: clock, site: site)
    self.signal = signal?.waitTarget.expectation
  }

  private init(
    _ description: String, _ goal: ConditionGoal, _ timeout: Duration?, interval: Duration,
    clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.description = description
    self.goal = goal
    self.interval = interval
    self.clock = WaitClock(clock)
    self.site = site
    timeouts = Timeouts(timeout, isOnOtherClock: self.clock.isOther)
  }

  /// The same condition without real time, if the calling thread has a controlled time.
  ///
  /// Its pauses grow to a hundredth of the timeout: where waiting takes no time, only the number of evaluations counts.
  var inControlledTime: ConditionRequest {
    guard let time = ControlledTime.current, timeouts.limit > 0 else { return self }
    var copy = self
    copy.clock = clock.controlled(by: time)
    copy.timeouts = timeouts.withoutRealTime
    copy.options.insert(.backingOff(upTo: .nanoseconds((copy.timeouts.limitOnClock ?? 0) / 100)), at: 0)
    return copy
  }
}
