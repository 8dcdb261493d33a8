import Foundation

/// Waits for a condition: evaluates it at once, and again after each change to what it read and after each pause.
enum Condition {
  // Nearly all conditions have no value: specialized code for them avoids the cost of generics at run time.

  /// Blocks the calling thread.
  @_specialize(where Value == Void)
  static func block<Value>(
    _ request: ConditionRequest, expected: (() -> String)? = nil, _ body: () throws -> Evaluation<Value>
  ) -> ConditionOutcome<Value> {
    var run = ConditionRun<Value>(request, expected: expected, isSuspending: false)
    let overseer = ConditionOverseer(of: request, patience: run.patience)
    run.overseer = overseer
    defer { overseer.dismiss() }
    while true {
      switch run.judge(check(&run, body)) {
      case .over(let ending): return run.outcome(ending)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: Wait.block(pause)) else { continue }
        return run.outcome(ending)
      }
    }
  }

  /// Suspends the calling task between evaluations. The evaluations run where the caller runs.
  @_specialize(where Value == Void)
  static func suspend<Value>(
    _ request: ConditionRequest, expected: (() -> String)? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: () throws -> Evaluation<Value>
  ) async -> ConditionOutcome<Value> {
    var run = ConditionRun<Value>(request, expected: expected, isSuspending: true)
    let overseer = ConditionOverseer(of: request, patience: run.patience)
    run.overseer = overseer
    defer { overseer.dismiss() }
    while true {
      switch run.judge(check(&run, body)) {
      case .over(let ending): return run.outcome(ending)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: await Wait.suspend(pause)) else { continue }
        return run.outcome(ending)
      }
    }
  }

  private static func check<Value>(
    _ run: inout ConditionRun<Value>, _ body: () throws -> Evaluation<Value>
  ) -> ConditionCheck<Value> {
    var check = run.beginCheck()
    let (isUnrecoverable, context, overseer) = (run.isUnrecoverable, run.context, run.overseer)
    func evaluate() -> Evaluation<Value> {
      func judged() -> Evaluation<Value> { Evaluation(body, isUnrecoverable: isUnrecoverable) }
      return Blockage.during({ overseer?.during(judged) ?? judged() }, on: context)
    }
    guard run.wantsToObserve() else {
      check.evaluation = evaluate()
      return check
    }
    let (evaluation, isObserved) = observingChanges(evaluate, onChange: run.change())
    check.evaluation = evaluation
    if isObserved { run.noteObservation() }
    return check
  }

  /// Suspends the calling task between evaluations and during them.
  static func suspend<Value>(
    _ request: ConditionRequest, expected: (() -> String)? = nil, isolation: isolated (any Actor)? = #isolation,
    awaiting body: @escaping () async throws -> Evaluation<Value>
  ) async -> ConditionOutcome<Value> {
    var run = ConditionRun<Value>(request, expected: expected, isSuspending: true)
    // An evaluation that hangs ends at its own deadline and is reported there, so the overseer records nothing.
    let overseer = ConditionOverseer(of: request, patience: run.patience, printsNothing: true)
    run.overseer = overseer
    defer { overseer.dismiss() }
    while true {
      var check = run.beginCheck()
      let attempt = Attempt(body, of: request, isUnrecoverable: run.isUnrecoverable)
      let outcome = await attempt.wait(patience: run.patience)
      let next: ConditionRun<Value>.Next
      if outcome.isCancelled {
        await attempt.cancel()
        next = .over(.cancelled)
      } else {
        check.evaluation = attempt.result()
        next = run.judge(check, isAwaited: true)
      }
      switch next {
      case .over(let ending): return run.outcome(ending)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: await Wait.suspend(pause)) else { continue }
        return run.outcome(ending)
      }
    }
  }
}

/// One evaluation in its own task, so that the condition can abandon an evaluation that does not end.
private final class Attempt<Value>: Sendable {
  private let evaluation = Locked<Evaluation<Value>?>(nil)
  private let event: InternalEvent
  private let site: CallSite
  private let task: Task<Void, Never>

  init(
    _ body: @escaping () async throws -> Evaluation<Value>, of request: ConditionRequest,
    isUnrecoverable: @escaping (any Error) -> Bool
  ) {
    event = InternalEvent(request.description, at: request.site)
    site = request.site
    // The caller is suspended while the body runs, so nothing that the body captures is used by both at once. Only a
    // body that was abandoned, or that does not stop when it is cancelled, may run beside its caller.
    nonisolated(unsafe) let (body, isUnrecoverable) = (body, isUnrecoverable)
    task = Task { [evaluation, event] in
      nonisolated(unsafe) let result: Evaluation<Value>
      do {
        result = try await body()
      } catch {
        result = Evaluation(throwing: error, isUnrecoverable: isUnrecoverable(error))
      }
      evaluation.withLock { $0 = result }
      event.send()
    }
  }

  /// Waits for the end of the evaluation: for as long as `patience` says, and longer if the pool is so busy that the
  /// evaluation may not have run yet. That is not the condition's fault.
  func wait(patience: Nanoseconds) async -> WaitRecord {
    let outcome = await Wait.suspend(request(patience: patience))
    guard outcome.hasTimedOut else { return outcome }
    let probe = InternalEvent("the pool runs a task", at: site)
    Task { probe.send() }
    _ = await Wait.suspend(
      WaitRequest(
        forAnyOf: [event.expectation, probe.expectation], timeouts: Timeouts(nil), clock: .machine, site: site))
    // The pool now runs a task that was started later, so the evaluation has had its turn.
    return await Wait.suspend(request(patience: Timeouts.grace))
  }

  private func request(patience: Nanoseconds) -> WaitRequest {
    WaitRequest(
      forAnyOf: TinyArray(event.expectation), timeouts: Timeouts(exactly: patience), clock: .machine, site: site)
  }

  /// The result of the evaluation; nil when it did not end. In that case, the task is cancelled and abandoned.
  func result() -> Evaluation<Value>? {
    let result = evaluation.withLock { $0.take() }
    if result == nil { task.cancel() }
    return result
  }

  /// Cancels the evaluation and gives it a moment to stop: after that, the caller uses what the body captures.
  func cancel() async {
    task.cancel()
    // The wait runs in its own task, because the current task is cancelled.
    _ = await Task { await Wait.suspend(request(patience: Timeouts.grace)) }.value
  }
}
