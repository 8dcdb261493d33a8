import Expectations
import ThreadInspection

/// Runs the jobs of explored tasks, one at a time, on the thread that explores.
///
/// A scheduler is never released: tasks that are left over from a run may still refer to its executors, and other
/// threads may ask it for a moment longer.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Scheduler: @unchecked Sendable {
  // Sendable: only the exploring thread touches the variables below. Other threads use `outside`, which has a lock.

  /// Tells which tasks have ended, and where the others wait; nil where tasks cannot be read.
  static let taskReader = KnownTaskReader()

  private(set) var executor: ControlledExecutor!
  private var main: MainLane!
  /// The time of the code that this scheduler runs.
  private(set) var time: ControlledTime!
  let outside = OutsideArrivals()
  let crashNote = CrashNote()
  let watchdog = Watchdog()
  var controls = Controls.shared
  var limits = RunLimits()
  var sleeps = SleepTable()
  var state: RunState?

  init() {
    executor = ControlledExecutor(self)
    main = MainLane(self)
    // Neither ever goes.
    time = ControlledTime(
      now: { [unowned self] in now },
      schedule: { [unowned self] in schedule($1, nanoseconds: $0.clampedNanoseconds) })
  }

  var isRunning: Bool { state != nil }
  var mainReference: UnownedSerialExecutor { main.asUnownedSerialExecutor() }

  // MARK: Arrivals

  /// Takes a job that the exploring thread makes ready. Returns false if it belongs to a task of another test.
  func accept(_ job: UnownedJob, _ route: Route) -> Bool {
    guard isRunning, route != .global || controls.seesGlobalJobs else { return false }
    let ready = makeReady(job, route)
    if state!.first == nil {
      state!.first = ready.number
      outside.begin(first: ready.number)
    }
    guard ready.kind != .task || ready.number >= state!.first! else { return false }
    guard !goesOnAtOnce(ready) else {
      state!.next = ready
      return true
    }
    // Where kinds are not known, any job may be that of a task that comes back from outside.
    if ready.kind == .unknown { outside.know(ready.number) }
    if ready.kind == .task { addTask(ready) } else { add(ready, strand: state!.strand) }
    return true
  }

  private func addTask(_ ready: ReadyJob) {
    let (strand, isNew) = state!.strand(of: ready.number)
    if isNew {
      outside.know(ready.number)
      if state!.log != nil { logBirth(of: ready, strand) }
    }
    add(ready, strand: strand)
  }

  private func logBirth(of ready: ReadyJob, _ strand: Int) {
    state!.log!.changeLast { $0.created.append(strand) }
    state!.log!.births[strand] = CodeSymbols.capture()
    state!.tasks[strand] = KnownTask(address: unsafeBitCast(ready.job, to: UInt.self), number: ready.number)
  }

  /// Takes a job that another thread makes ready. Returns false if it belongs to no task of this run.
  func acceptFromOutside(_ job: UnownedJob, _ route: Route) -> Bool {
    // Not `controls`, which only the exploring thread may read.
    outside.add(Self.makeReady(job, route, Controls.shared))
  }

  /// Lets a job sleep that the exploring thread sends.
  func sleep(_ job: UnownedJob, remaining: Int) {
    guard isRunning else { return globalConcurrentExecutor.enqueue(job) }
    let now = RealTime.now
    let duration = sleeps.duration(
      remaining: remaining, sinceStep: now - state!.startOfStep, sinceRun: now - state!.startOfRun)
    state!.time.sleep(.job(makeReady(job, .global)), strand: state!.strand, nanoseconds: duration)
  }

  /// The time since the start of the run. Zero for tasks that are left over from a run, on other threads.
  private var now: Duration { .nanoseconds(Self.ofThread === self ? state?.time.now ?? 0 : 0) }

  /// Calls a closure when time has passed, if the run has not ended by then. Returns code that cancels the call.
  private func schedule(_ action: @escaping @Sendable () -> Void, nanoseconds: Int) -> @Sendable () -> Void {
    guard let (run, strand) = state.map({ ($0.startOfRun, $0.strand) }) else { return {} }
    let number = state!.time.sleep(.action(action), strand: strand, nanoseconds: nanoseconds)
    return { [unowned self] in
      // A wait may end after its run, or on another thread.
      guard Self.ofThread === self, state?.startOfRun == run else { return }
      state!.time.cancel(number)
    }
  }

  private func makeReady(_ job: UnownedJob, _ route: Route) -> ReadyJob { Self.makeReady(job, route, controls) }

  private static func makeReady(_ job: UnownedJob, _ route: Route, _ controls: Controls) -> ReadyJob {
    let kind = controls.header?.kind(of: job) ?? .unknown
    let hasNumber = kind == .task || kind == .unknown
    return ReadyJob(job: job, kind: kind, route: route, number: hasNumber ? controls.number?(job) ?? 0 : 0)
  }

  private func add(_ ready: ReadyJob, strand: Int) {
    state!.lanes.add(ready, strand: strand, isMain: ready.route == .main)
    state!.log?.changeLast { $0.readied.append(strand) }
  }

  /// Whether no other job may run before this one.
  ///
  /// What a yield resumes was a choice already.
  ///
  /// Assumption: in the pool, a task without a preference is not suspended between two functions that run there; on the
  /// executor of an exploration, it is sent to the global executor.
  /// Check: by `explore_aTaskBetweenFunctions_isNotSuspended`.
  /// If false: orders are explored that never happen, or orders that may happen are not.
  /// Remove when: tasks of `Task {}` can be given an executor.
  private func goesOnAtOnce(_ ready: ReadyJob) -> Bool {
    guard state!.next == nil else { return false }
    if state!.isResumption { return true }
    return ready.route == .global && state!.runningRoute == .global && ready.number == state!.running
  }

  // MARK: Steps

  /// Runs one job: the only candidate, or the one that is chosen.
  func step() {
    let index = chooseNext()
    guard index < state!.lanes.candidates.count else { return passTime() }
    let count = state!.lanes.candidates.count
    let (candidate, ready) = state!.lanes.take(index)
    state!.trace.addStep(strand: candidate.strand)
    if state!.log != nil {
      state!.log!.add(.init(strand: candidate.strand, action: action(of: ready), choice: index, count: count))
    }
    run(ready, strand: candidate.strand)
    if state!.log != nil { logEnds() }
  }

  private func logEnds() {
    guard let reader = Self.taskReader else { return }
    let ended = state!.tasks.filter { reader.hasEnded($0.value) }.map(\.key)
    for strand in ended where !state!.bodyHasEnded { state!.tasks[strand] = nil }
    state!.log!.changeLast { $0.ended = ended.sorted() }
  }

  /// Lets time pass up to the next deadline. The jobs of timers only resume what slept, so they run at once.
  func passTime() {
    let woken = state!.time.advance()
    state!.trace.addStep(strand: Candidate.timeStrand)
    let action = StepLog.Action.timePasses(to: state!.time.now)
    state!.log?.add(.init(strand: Candidate.timeStrand, action: action, choice: 0, count: 1))
    for (sleeper, strand) in woken {
      switch sleeper {
      case .job(let job): run(job, strand: strand)
      case .action(let action): action()
      }
    }
  }

  private func chooseNext() -> Int {
    var candidates = state!.lanes.candidates
    if limits.machineMayStall, !state!.time.isEmpty, !candidates.isEmpty {
      candidates.append(Candidate(strand: Candidate.timeStrand, arrival: -1 - state!.trace.steps))
    }
    guard candidates.count > 1 else { return 0 }
    let isFair = state!.trace.steps > limits.fairAfter
    let index = isFair ? 0 : state!.chooser.choose(among: candidates)
    state!.trace.add(Trace.Choice(taken: index, count: candidates.count))
    return index
  }

  private func run(_ first: ReadyJob, strand: Int) {
    state!.strand = strand
    state!.startOfStep = RealTime.now
    watchdog.noteStep()
    var next: ReadyJob? = first
    while let ready = next {
      state!.next = nil
      state!.running = ready.number
      state!.runningRoute = ready.kind == .drain ? .main : ready.route
      state!.isResumption = ready.kind == .other
      execute(ready)
      next = state!.next
    }
    state!.running = 0
    state!.isResumption = false
  }

  private func execute(_ ready: ReadyJob) {
    switch ready.route {
    case .main:
      ready.job.runSynchronously(on: mainReference)
    case .global:
      if ready.kind == .drain { controls.arming?.arm(ready.job) }
      ready.job.runSynchronously(on: executor.asUnownedTaskExecutor())
    case .preferred:
      ready.job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }

  private func action(of ready: ReadyJob) -> StepLog.Action {
    if ready.route == .main { return .mainActor }
    guard ready.kind == .drain else { return .runs }
    return .actor(controls.header?.actorName(of: ready.job))
  }
}
