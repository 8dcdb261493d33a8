import Expectations

/// One run of a body, from its start until nothing is left to do.
///
/// It is the executor that the tasks of its body prefer, so a job shows by its executor to which run it belongs. Tasks
/// that are left over when a run has ended hold it, go on in the pool, and change no other run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Run: TaskExecutor, @unchecked Sendable {
  // Sendable: only the exploring thread touches the variables, and only while this is the run of its scheduler. Other
  // threads use `scheduler.outside` and `failures`, which have locks.

  struct Result: Sendable {
    var verdict: Verdict
    var trace: Trace
    var outsideEvents: [OutsideEvent]
    var suspended: Int
    var virtualTime: Int
    var log: StepLog?
  }

  /// The run that the calling task belongs to, unless it is detached.
  @TaskLocal static var ofTask: Run?

  let scheduler: Scheduler
  let controls: Controls
  let jobs: JobReader
  let limits: RunLimits
  let failures: Failures
  let clock = RunClock()
  var plan: Plan
  var lanes = Lanes<ReadyJob>()
  var tasks = RunTasks()
  var trace = Trace()
  var log: StepLog?
  /// The number of the task that explores; nil outside of tasks.
  let caller: UInt64?
  var current = RunningJob()
  /// The job that goes on at once, without a choice.
  var next: ReadyJob?
  var bodyHasEnded = false
  /// What ends the run at once.
  var problem: Verdict.Failure?
  private var thrown: Verdict.Failure?
  var resumedTwice: Verdict.Failure?
  /// What outside had a part, the first event of each kind and source.
  var outsideEvents: [OutsideEvent] = []
  /// The test of the body, whose objects a stuck run names.
  var test: CallersTest?

  init(_ scheduler: Scheduler, _ plan: Plan, _ failures: Failures, logs: Bool) {
    self.scheduler = scheduler
    self.plan = plan
    self.failures = failures
    controls = scheduler.controls
    jobs = scheduler.jobs
    limits = scheduler.limits
    caller = jobs.currentTask
    if logs { log = StepLog() }
  }

  /// Whether the calling thread explores, and this run has not ended.
  var isOfThread: Bool { Scheduler.ofThread === scheduler && scheduler.currentRun === self }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isOfThread {
      accept(ReadyJob(job, .preferred, jobs))
    } else if !scheduler.outside.add(ReadyJob(job, .preferred, jobs), of: self) {
      globalConcurrentExecutor.enqueue(job)
    }
  }

  func perform(_ body: @escaping @Sendable () async throws -> Void) -> Result {
    scheduler.outside.begin(self)
    let task = Task(executorPreference: self) {
      var problem: (any Error)?
      do { try await Self.$ofTask.withValue(self) { try await body() } } catch { problem = error }
      self.endBody(problem)
    }
    let end = runToTheEnd()
    let verdict = end.or(failures.end(hasPassed: end.or(resumedTwice) == .passed)).or(resumedTwice)
    let suspended = verdict == .passed ? countSuspended() : 0
    if verdict == .stuck || suspended > 0 {
      log?.waits = tasks.waits
      log?.ongoing = verdict == .stuck ? test.map(Living.remarks) ?? [] : []
    }
    let result = Result(
      verdict: verdict, trace: trace, outsideEvents: outsideEvents, suspended: suspended, virtualTime: clock.time.now,
      log: log)
    if verdict != .passed || !bodyHasEnded {
      // As much as possible of a body that does not end goes.
      task.cancel()
      runLeftovers()
    }
    leaveActors()
    return result
  }

  // A body that another thread resumes after its run ends no run.
  private func endBody(_ error: (any Error)?) {
    guard isOfThread else { return }
    thrown = error.map {
      $0 as? Verdict.Failure ?? Verdict.Failure(text: "The body threw \($0)", kind: "\(type(of: $0))")
    }
    bodyHasEnded = true
    log?.changeLast { $0.endsBody = true }
  }

  private func runToTheEnd() -> Verdict {
    while !bodyHasEnded {
      if let problem { return .failed(problem) }
      guard trace.steps < limits.steps else { return .endless(steps: trace.steps) }
      guard advance(waiting: true) else { return hasLeftControl ? .passed : .stuck }
    }
    // The others run before the verdict: they may still fail. Jobs beyond the limit never run, and their tasks leak.
    runLeftovers()
    return (problem ?? thrown).map { .failed($0) } ?? .passed
  }

  private func runLeftovers() {
    var left = limits.leftoverSteps
    while left > 0, problem == nil, advance(waiting: false) { left -= 1 }
    if left == 0 { trace.isCut = true }
  }

  /// Does the next thing: a job, a sleep that ends, a job from outside. Returns false if there is none.
  private func advance(waiting: Bool) -> Bool {
    guard !scheduler.watchdog.hasGivenUp else { return false }
    if lanes.ready.isEmpty {
      if takeFromOutside() { return true }
      if waiting, limits.outsideWait > 0, waitForOutside(limits.outsideWait) { return true }
      if clock.time.isEmpty || hasLeftControl {
        guard waiting else { return false }
        return waitForOutside(limits.grace) || tasks.isInForeignQueue && waitForOutside(limits.actorWait)
      }
    }
    step()
    return true
  }

  /// Whether something outside has a part in a run that must not have one. Timeouts then say nothing.
  private var hasLeftControl: Bool { limits.endsOutside && !outsideEvents.isEmpty }

  /// How many tasks have not ended, although nothing is left that could resume them; zero where that is not known.
  private func countSuspended() -> Int {
    guard controls.gaps.isEmpty, lanes.count == 0, clock.time.isEmpty, outsideEvents.isEmpty, !trace.isCut else {
      return 0
    }
    return tasks.countOfSuspended
  }

  /// Lets go of everything. Tasks that are left over may hold the run until the end of the process.
  func finish() {
    for wake in clock.time.takeSettling() { wake() }
    (lanes, tasks, log, next) = (Lanes(), RunTasks(), nil, nil)
    clock.time = VirtualTime()
  }
}
