#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Waits for a condition: evaluates it, and again whenever something that it read changes, or after a pause.
enum Condition {
  // Nearly all conditions are without a value: their code is made once, not put together when it runs.

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
      switch run.judge(look(&run, body)) {
      case .over(let ending): return run.outcome(ending)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: Wait.block(pause)) else { continue }
        return run.outcome(ending)
      }
    }
  }

  /// Suspends the calling task between evaluations, which run where the caller does.
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
      switch run.judge(look(&run, body)) {
      case .over(let ending): return run.outcome(ending)
      case .yield: sched_yield()
      case .wait(let pause):
        guard let ending = run.resume(after: await Wait.suspend(pause)) else { continue }
        return run.outcome(ending)
      }
    }
  }

  private static func look<Value>(
    _ run: inout ConditionRun<Value>, _ body: () throws -> Evaluation<Value>
  ) -> Look<Value> {
    var look = run.look()
    let (isHopeless, context, overseer) = (run.isHopeless, run.context, run.overseer)
    func evaluate() -> Evaluation<Value> {
      func judged() -> Evaluation<Value> { Evaluation(body, isHopeless: isHopeless) }
      return Blockage.during({ overseer?.during(judged) ?? judged() }, on: context)
    }
    guard run.wantsToObserve() else {
      look.evaluation = evaluate()
      return look
    }
    let (evaluation, isObserved) = observingChanges(evaluate, onChange: run.change())
    look.evaluation = evaluation
    if isObserved { run.noteObservation() }
    return look
  }

  /// Suspends the calling task, also while an evaluation is suspended.
  static func suspend<Value>(
    _ request: ConditionRequest, expected: (() -> String)? = nil, isolation: isolated (any Actor)? = #isolation,
    awaiting body: @escaping () async throws -> Evaluation<Value>
  ) async -> ConditionOutcome<Value> {
    var run = ConditionRun<Value>(request, expected: expected, isSuspending: true)
    // One evaluation that hangs ends by its own deadline, which says so.
    let overseer = ConditionOverseer(of: request, patience: run.patience, recordsNothing: true)
    run.overseer = overseer
    defer { overseer.dismiss() }
    while true {
      var look = run.look()
      let attempt = Attempt(body, of: request, isHopeless: run.isHopeless)
      let outcome = await attempt.wait(patience: run.patience)
      let next: ConditionRun<Value>.Next
      if outcome.isCancelled {
        await attempt.cancel()
        next = .over(.cancelled)
      } else {
        look.evaluation = attempt.result()
        next = run.judge(look, isAwaited: true)
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

/// One evaluation in a task of its own, so that one that does not come to an end can be left behind.
private final class Attempt<Value>: Sendable {
  private let evaluation = Locked<Evaluation<Value>?>(nil)
  private let event: InternalEvent
  private let site: CallSite
  private let task: Task<Void, Never>

  init(
    _ body: @escaping () async throws -> Evaluation<Value>, of request: ConditionRequest,
    isHopeless: @escaping (any Error) -> Bool
  ) {
    event = InternalEvent(request.description, at: request.site)
    site = request.site
    // The caller is suspended for as long as the body runs, so nothing of what it captures is used at the same time.
    // Only a body that was left behind, or that has not stopped when it was cancelled, may go on beside its caller.
    nonisolated(unsafe) let (body, isHopeless) = (body, isHopeless)
    task = Task { [evaluation, event] in
      nonisolated(unsafe) let result: Evaluation<Value>
      do {
        result = try await body()
      } catch {
        result = Evaluation(throwing: error, isHopeless: isHopeless(error))
      }
      evaluation.withLock { $0 = result }
      event.send()
    }
  }

  /// Waits for its end: for as long as `patience` says, and longer if the pool is so busy that it may not have got to
  /// run, which is not the condition's fault.
  func wait(patience: Nanoseconds) async -> WaitRecord {
    let outcome = await Wait.suspend(request(patience: patience))
    guard outcome.hasTimedOut else { return outcome }
    let probe = InternalEvent("the pool runs a task", at: site)
    Task { probe.send() }
    _ = await Wait.suspend(
      WaitRequest(
        forAnyOf: [event.expectation, probe.expectation], timeouts: Timeouts(nil), clock: .machine, site: site))
    // Now that the pool runs what came after it, it has had its chance.
    return await Wait.suspend(request(patience: Timeouts.grace))
  }

  private func request(patience: Nanoseconds) -> WaitRequest {
    WaitRequest(
      forAnyOf: TinyArray(event.expectation), timeouts: Timeouts(exactly: patience), clock: .machine, site: site)
  }

  /// What it came to; nil when it did not come to an end, and is left behind.
  func result() -> Evaluation<Value>? {
    let result = evaluation.withLock { $0.take() }
    if result == nil { task.cancel() }
    return result
  }

  /// Cancels it, and gives it a moment to stop: what the body captures belongs to the caller again.
  func cancel() async {
    task.cancel()
    // In a task of its own, as the one that runs this is cancelled.
    _ = await Task { await Wait.suspend(request(patience: Timeouts.grace)) }.value
  }
}
