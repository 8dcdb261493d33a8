import Expectations
import Foundation

#if os(Linux)
  import ThreadInspection
#endif

/// One run of a body, from its start until nothing is left to do. It owns what it knows: its lanes, time and log.
///
/// It is the executor that the tasks of its body prefer, so a job shows by its executor to which run it belongs. Tasks
/// that are left over when a run has ended hold it, go on in the pool, and change no other run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Run: TaskExecutor, @unchecked Sendable {
  // Sendable: only the exploring thread touches the variables, and only while this is the run of its scheduler. Other
  // threads use `scheduler.outside`, which has a lock.

  /// The run that the calling task belongs to, unless it is detached.
  @TaskLocal static var ofTask: Run?

  let scheduler: Scheduler
  let controls: Controls
  var limits: RunLimits
  var lanes = Lanes<ReadyJob>()
  var time = VirtualTime<() -> Void>()
  var trace = Trace()
  var plan: Plan
  /// The number of each task, and of its strand.
  var strands: [UInt64: Int] = [:]
  /// The number of the task that explores; nil where it is not known.
  let caller: UInt64?
  /// The number of the first task of the run, which is the body; nil until it is there.
  var first: UInt64?
  /// The strand, the task and the route of the job that runs.
  var strand = 0
  var running: UInt64 = 0
  var runningRoute = Route.preferred
  /// The strand of the step before, if it could have gone on and another one was chosen.
  var passedOver: Int?
  /// Whether the running job is one that only resumes another: the end of a yield, for example.
  var isResumption = false
  /// The job that goes on at once, without a choice.
  var next: ReadyJob?
  /// The tasks that the body has given to be canceled, in that order.
  var cancelable: [Cancelable] = []
  /// The tasks that go on when no other one can.
  var settling: [UnsafeContinuation<Void, Never>] = []
  var bodyHasEnded = false
  var thrown: Verdict.Failure?
  var startOfRun: Int
  var startOfStep: Int
  /// Whether the main actor of the process runs nothing but the jobs of this run.
  var hasMain: Bool
  /// Whether the exploring thread runs the main queue, so that nothing else does.
  let isOnMain = MainQueue.isCurrent
  /// What ends the run at once.
  var problem: Verdict.Failure?
  /// What outside had a part, the first event of each kind and source.
  var outsideEvents: [OutsideEvent] = []
  /// What real clocks show while code of the body runs.
  let shownTime = ShownTime()
  /// How far exact clocks had moved besides the virtual time when the step began.
  var extraBeforeStep = 0
  /// Whether code of the body runs.
  var isInStep = false {
    didSet {
      guard controls.clocksFollow else { return }
      shownTime.now = time.now
      MovedClocks.show(isInStep ? shownTime : nil)
    }
  }
  /// The numbers of the tasks that are ready.
  var readyTasks: Set<UInt64> = []
  /// The failure of a task that was resumed while it was ready.
  var resumedTwice: Verdict.Failure?
  var log: StepLog?
  /// The tasks by strand.
  var tasks: [Int: KnownTask] = [:]

  init(_ scheduler: Scheduler, _ plan: Plan, logs: Bool) {
    self.scheduler = scheduler
    self.plan = plan
    controls = scheduler.controls
    limits = scheduler.limits
    caller = scheduler.controls.number?.ofCurrentTask
    startOfRun = RealTime.now
    startOfStep = startOfRun
    hasMain = isOnMain
    if logs { log = StepLog() }
  }

  /// Whether the calling thread explores, and this run has not ended.
  var isOfThread: Bool { Scheduler.ofThread === scheduler && scheduler.currentRun === self }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isOfThread {
      accept(Scheduler.makeReady(job, .preferred, controls))
    } else if !scheduler.outside.add(Scheduler.makeReady(job, .preferred, Controls.shared), of: self) {
      globalConcurrentExecutor.enqueue(job)
    }
  }

  /// Runs the body, and returns what it showed.
  func perform(_ body: @escaping @Sendable () async throws -> Void, failures: Failures) -> Scheduler.RunResult {
    scheduler.outside.begin(self)
    let task = Task(executorPreference: self) {
      do { try await Self.$ofTask.withValue(self) { try await body() } } catch { self.note(error) }
      self.endBody()
    }
    let end = runToTheEnd()
    let verdict = end.or(failures.end(hasPassed: end.or(resumedTwice) == .passed)).or(resumedTwice)
    let suspended = verdict == .passed ? countSuspended() : 0
    if verdict == .stuck || suspended > 0 { logWaits() }
    let result = makeResult(verdict, suspended: suspended)
    if verdict != .passed { clear(task) }
    leaveActors()
    return result
  }

  // A body that another thread resumes after its run ends no run.
  private func note(_ error: any Error) {
    guard isOfThread else { return }
    let text = (error as? any FoundProblem)?.text ?? "The body threw \(error)"
    thrown = Verdict.Failure(text: text, kind: "\(type(of: error))")
  }

  private func endBody() {
    guard isOfThread else { return }
    bodyHasEnded = true
    log?.changeLast { $0.endsBody = true }
  }

  private func runToTheEnd() -> Verdict {
    while !bodyHasEnded {
      if let problem { return .failed(problem) }
      guard trace.steps < limits.steps else { return .endless(steps: trace.steps) }
      guard advance(waiting: true) else { return .stuck }
    }
    // What is left runs before the verdict: it may still fail. Jobs beyond the limit never run, and their tasks leak.
    runLeftovers()
    return (problem ?? thrown).map { .failed($0) } ?? .passed
  }

  private func runLeftovers() {
    var left = limits.leftoverSteps
    while left > 0, problem == nil, advance(waiting: false) { left -= 1 }
    if left == 0 { trace.cut() }
  }

  /// Does the next thing: a job, a sleep that ends, a job from outside. Returns false if there is none.
  private func advance(waiting: Bool) -> Bool {
    guard !scheduler.watchdog.hasGivenUp else { return false }
    if !lanes.candidates.isEmpty {
      step()
      return true
    }
    if takeFromOutside() { return true }
    if waiting, limits.outsideWait > 0, waitForOutside(limits.outsideWait) { return true }
    if !time.isEmpty || !settling.isEmpty {
      step()
      return true
    }
    guard waiting else { return false }
    return waitForOutside(limits.grace) || isQueuedElsewhere && waitForOutside(limits.actorWait)
  }

  /// Whether a task is in the queue of an actor that other code runs: it goes on when the actor does.
  private var isQueuedElsewhere: Bool {
    guard let reader = Scheduler.taskReader else { return false }
    return tasks.values.contains { reader.state(of: $0)?.actor != nil }
  }

  private func takeFromOutside() -> Bool {
    let arrivals = scheduler.outside.takeAll()
    for arrival in arrivals {
      let isTask = arrival.job.kind == .task
      let strand = isTask ? self.strand(of: arrival.job.number).strand : 0
      noteResumption(arrival, strand: isTask ? strand : nil)
      guard !isTask || noteReady(arrival.job.number, strand) else { continue }
      log?.add(.init(strand: strand, action: .outside(arrival.source), choice: 0, count: 1))
      lanes.add(arrival.job, strand: strand, isMain: arrival.job.route == .main)
    }
    return !arrivals.isEmpty
  }

  private func waitForOutside(_ nanoseconds: Int) -> Bool {
    scheduler.watchdog.beginWaiting()
    defer { scheduler.watchdog.endWaiting() }
    let (sum, overflow) = RealTime.now.addingReportingOverflow(nanoseconds)
    let end = overflow ? Int.max : sum
    let isMain = Thread.isMainThread
    // What comes from outside may need the main actor first.
    letMainGo()
    while RealTime.now < end {
      if isMain { Scheduler.serveMainRunLoop() }
      scheduler.outside.wait(nanoseconds: isMain ? min(1_000_000, end - RealTime.now) : end - RealTime.now)
      if takeFromOutside() { return true }
    }
    return false
  }

  private func makeResult(_ verdict: Verdict, suspended: Int) -> Scheduler.RunResult {
    let hasDiverged = if case .given(let given) = plan { given.wereTooLarge } else { false }
    return Scheduler.RunResult(
      verdict: verdict, trace: trace, outsideEvents: outsideEvents, suspended: suspended,
      virtualTime: time.now, log: log, hasDiverged: hasDiverged)
  }

  /// Notes where the tasks of a stuck run are suspended.
  private func logWaits() {
    guard log != nil, let reader = Scheduler.taskReader else { return }
    let (strands, tasks) = (Array(tasks.keys), Array(tasks.values))
    for (strand, functions) in zip(strands, reader.functions(of: tasks)) where !functions.isEmpty {
      log!.waits[strand] = functions
    }
  }

  /// How many tasks have not ended, although nothing is left that could resume them; zero where that is not known.
  private func countSuspended() -> Int {
    guard let reader = Scheduler.taskReader, controls.header != nil, controls.gaps.isEmpty else { return 0 }
    guard lanes.count == 0, time.isEmpty, outsideEvents.isEmpty, !trace.isCut else { return 0 }
    return tasks.values.count { !reader.hasEnded($0) }
  }

  /// Cancels the body of a run that does not end, so that as much as possible of it goes.
  private func clear(_ task: Task<Void, Never>) {
    task.cancel()
    runLeftovers()
  }

  /// Lets go of everything. Tasks that are left over may hold the run until the end of the process.
  func finish() {
    lanes = Lanes()
    time = VirtualTime()
    (strands, tasks, log, next) = ([:], [:], nil, nil)
    readyTasks = []
    for continuation in settling { continuation.resume() }
    settling = []
    cancelable = []
  }
}
