import Expectations
import Foundation
import ThreadInspection

/// One run, from the start of the body until nothing is left to do.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Scheduler {
  /// What a run showed.
  struct RunResult: Sendable {
    var verdict: Verdict
    var trace: Trace
    var fromOutside: Int
    var sources: [String]
    /// The time at the end of the run, in nanoseconds.
    var virtualTime: Int
    var log: StepLog?
    /// Whether the choices of the plan did not fit the run.
    var hasDiverged: Bool
  }

  /// Runs a body under a plan, on the calling thread, in the calling task.
  ///
  /// The run fails if the body throws an error, or adds to `failures`.
  func run(
    _ plan: Plan, logs: Bool = false, failures: Failures = Failures(),
    _ body: @escaping @Sendable () async throws -> Void
  ) -> RunResult {
    var fresh = RunState(chooser: plan.makeChooser())
    fresh.startOfRun = RealTime.now
    fresh.startOfStep = fresh.startOfRun
    if logs { fresh.log = StepLog() }
    state = fresh
    ControlledTime.setCurrent(time)
    defer { ControlledTime.setCurrent(nil) }
    let task = Task(executorPreference: executor) {
      do { try await body() } catch { self.state?.thrown = Verdict.Failure(text: "The body threw \(error)") }
      self.endBody()
    }
    let verdict = runToTheEnd().or(failures.takeAll().first)
    if verdict == .stuck { logWaits() }
    let result = makeResult(verdict)
    if verdict != .passed { clear(task) }
    finish()
    // What tasks of a cancelled body record says nothing about the schedule.
    _ = failures.takeAll()
    return result
  }

  private func endBody() {
    state?.bodyHasEnded = true
    state?.log?.changeLast { $0.endsBody = true }
  }

  private func runToTheEnd() -> Verdict {
    while !state!.bodyHasEnded {
      guard state!.trace.steps < limits.steps else { return .endless(steps: state!.trace.steps) }
      guard advance(waiting: true) else { return .stuck }
    }
    // What is left runs before the verdict: it may still fail. Jobs beyond the limit never run, and their tasks leak.
    var left = limits.leftoverSteps
    while left > 0, advance(waiting: false) { left -= 1 }
    return state!.thrown.map { .failed($0) } ?? .passed
  }

  /// Does the next thing: a job, a sleep that ends, a job from outside. Returns false if there is none.
  private func advance(waiting: Bool) -> Bool {
    if !state!.lanes.candidates.isEmpty {
      step()
      return true
    }
    if takeFromOutside() { return true }
    if waiting, limits.outsideWait > 0, waitForOutside(limits.outsideWait) { return true }
    if !state!.time.isEmpty {
      passTime()
      return true
    }
    return waiting && waitForOutside(limits.grace)
  }

  private func takeFromOutside() -> Bool {
    let arrivals = outside.takeAll()
    for arrival in arrivals {
      state!.fromOutside += 1
      if !state!.sources.contains(arrival.source) { state!.sources.append(arrival.source) }
      let strand = arrival.job.kind == .task ? state!.strand(of: arrival.job.number).strand : 0
      state!.log?.add(.init(strand: strand, action: .outside(arrival.source), choice: 0, count: 1))
      state!.lanes.add(arrival.job, strand: strand, isMain: arrival.job.route == .main)
    }
    return !arrivals.isEmpty
  }

  private func waitForOutside(_ nanoseconds: Int) -> Bool {
    watchdog.beginWaiting()
    defer { watchdog.endWaiting() }
    let end = RealTime.now + nanoseconds
    let isMain = Thread.isMainThread
    while RealTime.now < end {
      if isMain { Self.serveMainRunLoop() }
      outside.wait(nanoseconds: isMain ? min(1_000_000, end - RealTime.now) : end - RealTime.now)
      if takeFromOutside() { return true }
    }
    return false
  }

  private func makeResult(_ verdict: Verdict) -> RunResult {
    var hasDiverged = false
    if case .choices(let given) = state!.chooser { hasDiverged = given.wereTooLarge }
    return RunResult(
      verdict: verdict, trace: state!.trace, fromOutside: state!.fromOutside, sources: state!.sources,
      virtualTime: state!.time.now, log: state!.log, hasDiverged: hasDiverged)
  }

  /// Notes where the tasks of a stuck run are suspended.
  private func logWaits() {
    guard state!.log != nil, let reader = Self.taskReader else { return }
    let (strands, tasks) = (Array(state!.tasks.keys), Array(state!.tasks.values))
    for (strand, functions) in zip(strands, reader.functions(of: tasks)) where !functions.isEmpty {
      state!.log!.waits[strand] = functions
    }
  }

  /// Cancels the body of a run that does not end, so that as much as possible of it goes.
  private func clear(_ task: Task<Void, Never>) {
    task.cancel()
    var left = limits.leftoverSteps
    while left > 0, advance(waiting: false) { left -= 1 }
  }

  private func finish() {
    state = nil
    // Their tasks go on in the pool.
    for arrival in outside.end() { globalConcurrentExecutor.enqueue(arrival.job.job) }
  }
}
