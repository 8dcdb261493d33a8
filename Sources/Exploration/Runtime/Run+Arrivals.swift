import Expectations
import Testing

#if os(Linux)
  import ThreadInspection
#endif

/// The jobs that the exploring thread makes ready.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Takes a job of the global executor or the main actor, unless it belongs to a task of another test.
  func takes(_ job: UnownedJob, _ route: Route) -> Bool {
    guard route != .global || controls.seesGlobalJobs else { return false }
    let ready = Scheduler.makeReady(job, route, controls)
    guard isOwn(ready) else { return false }
    accept(ready)
    return true
  }

  /// A task that is known belongs to the run, and so does everything that its tasks make ready and that is younger than
  /// the run. An actor may run tasks of other tests on this thread: what these make ready is theirs.
  private func isOwn(_ ready: ReadyJob) -> Bool {
    if ready.kind == .task {
      if strands[ready.number] != nil { return true }
      guard let first, ready.number > first else { return false }
    }
    return !isInForeignTask
  }

  /// Whether the calling code is in a task of another test.
  var isInForeignTask: Bool {
    // Where kinds are not known, tasks have no strands.
    guard controls.header != nil, let current = controls.number?.ofCurrentTask else { return false }
    guard current != running, current != caller, strands[current] == nil else { return false }
    // A task that is started in an actor goes to its queue unseen, with the task-local values of the one that starts
    // it.
    if let run = Run.ofTask { return run !== self }
    // One that a detached task starts has none, while the tasks of other tests have that of their test.
    guard let first, current > first else { return true }
    return Test.current != nil
  }

  /// Adds a job that belongs to this run.
  func accept(_ ready: ReadyJob) {
    if first == nil { first = ready.number }
    guard !goesOnAtOnce(ready) else {
      next = ready
      return
    }
    // Where kinds are not known, any job may be that of a task that comes back from outside.
    if ready.kind == .unknown { scheduler.outside.know(ready.number) }
    if ready.kind == .task { addTask(ready) } else { add(ready, strand: strand) }
  }

  /// The strand of a task. A new task gets the next number.
  func strand(of number: UInt64) -> (strand: Int, isNew: Bool) {
    if let known = strands[number] { return (known, false) }
    let new = strands.count
    strands[number] = new
    return (new, true)
  }

  private func addTask(_ ready: ReadyJob) {
    let (strand, isNew) = strand(of: ready.number)
    if isNew {
      scheduler.outside.know(ready.number)
      tasks[strand] = KnownTask(address: unsafeBitCast(ready.job, to: UInt.self), number: ready.number)
      if log != nil { logBirth(strand) }
    }
    if noteReady(ready.number, strand) { add(ready, strand: strand) }
  }

  /// Notes that a task is ready. Returns false if it was ready already.
  ///
  /// Such a task must not run a second time: what it then uses may be gone.
  func noteReady(_ number: UInt64, _ strand: Int) -> Bool {
    if readyTasks.insert(number).inserted { return true }
    log?.changeLast { $0.resumedAgain.append(strand) }
    let text = "\(StrandNames(own: log?.names ?? [:])[strand]) was resumed twice: a continuation must be resumed once"
    resumedTwice = resumedTwice ?? Verdict.Failure(text: text, kind: "resumed twice")
    return false
  }

  /// Notes work that a step hands to a queue or a thread.
  func noteHandover(to source: String) {
    guard !outsideEvents.contains(where: { $0.kind == .handover && $0.named == source }) else { return }
    let addresses = CodeSymbols.capture()
    let library = ThreadSource.library(of: addresses)
    outsideEvents.append(
      OutsideEvent(
        kind: .handover, strand: strand, source: library ?? source, named: source, addresses: addresses))
  }

  /// Notes a task that another thread resumed, and where it waits.
  func noteResumption(_ arrival: OutsideArrivals.Arrival, strand: Int?) {
    guard !outsideEvents.contains(where: { $0.kind == .resumption && $0.source == arrival.source }) else { return }
    let task = strand.map { _ in
      KnownTask(address: unsafeBitCast(arrival.job.job, to: UInt.self), number: arrival.job.number)
    }
    let waits = task.flatMap { Scheduler.taskReader?.functions(of: [$0]).first } ?? []
    outsideEvents.append(
      OutsideEvent(
        kind: .resumption, strand: strand, source: arrival.source, named: arrival.source,
        addresses: arrival.addresses, waits: waits))
  }

  private func logBirth(_ strand: Int) {
    log!.changeLast { $0.created.append(strand) }
    log!.births[strand] = CodeSymbols.capture()
    if let task = tasks[strand], let name = Scheduler.taskReader?.name(of: task) { log!.names[strand] = name }
  }

  private func add(_ ready: ReadyJob, strand: Int) {
    lanes.add(ready, strand: strand, isMain: ready.route == .main)
    log?.changeLast { $0.readied.append(strand) }
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
    guard next == nil else { return false }
    if isResumption { return true }
    // Between two steps, no job runs, and a job without a number is that of an actor.
    return running != 0 && ready.route == .global && runningRoute == .global && ready.number == running
  }

  /// Lets a job of the calling task sleep.
  func sleep(_ job: UnownedJob, remaining: Int) {
    let now = RealTime.now
    // Between the call of a sleep and its arrival, clocks are read a few times.
    let exactly = controls.clocksAreExact ? [4, shownTime.extra - extraBeforeStep, shownTime.extra] : []
    let duration = scheduler.sleeps.duration(
      remaining: remaining, exactly: exactly, sinceStep: now - startOfStep, sinceRun: now - startOfRun)
    let (timer, strand) = (Scheduler.makeReady(job, .global, controls), strand)
    time.sleep({ self.run(timer, strand: strand) }, nanoseconds: duration)
  }

  /// The time of the code that this run runs.
  func makeControlledTime() -> ControlledTime {
    ControlledTime(
      // Zero for tasks that are left over, on other threads.
      now: { .nanoseconds(self.isOfThread ? self.time.now : 0) },
      schedule: { self.schedule($1, nanoseconds: $0.clampedNanoseconds) },
      whenSettled: { if self.isOfThread { self.settling.append($0) } else { $0.resume() } },
      isOfCaller: { !self.isInForeignTask },
      outsideSteps: { if self.isOfThread { self.untimed($0) } else { $0() } })
  }

  /// Calls a closure when time has passed, if the run has not ended by then. Returns code that cancels the call.
  private func schedule(_ action: @escaping @Sendable () -> Void, nanoseconds: Int) -> @Sendable () -> Void {
    guard isOfThread else { return {} }
    let number = time.sleep(action, nanoseconds: nanoseconds)
    // A wait may end after its run, or on another thread.
    return { if self.isOfThread { self.time.cancel(number) } }
  }
}
