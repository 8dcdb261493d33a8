import Expectations
import Foundation
import Testing

/// The jobs that become ready, and what a run meets outside.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Takes a job of the global executor or the main actor, unless it belongs to a task of another test.
  func takes(_ job: UnownedJob, _ route: Route) -> Bool {
    guard route != .global || controls.seesGlobalJobs else { return false }
    let ready = ReadyJob(job, route, jobs)
    guard isOwn(ready) else { return false }
    accept(ready)
    return true
  }

  /// A task that is known belongs to the run, and so does everything that its tasks make ready and that is younger than
  /// the run. An actor may run tasks of other tests on this thread, and these make their own tasks ready.
  private func isOwn(_ ready: ReadyJob) -> Bool {
    if ready.kind == .task {
      if tasks[ready.number] != nil { return true }
      guard let first = tasks.first, ready.number > first else { return false }
    }
    return !isInForeignTask
  }

  /// Whether the calling code is in a task of another test.
  var isInForeignTask: Bool {
    guard let calling = jobs.currentTask, calling != current.number, calling != caller, tasks[calling] == nil else {
      return false
    }
    // A task that is started in an actor goes to its queue unseen, with the task-local values of who starts it.
    if let run = Run.ofTask { return run !== self }
    // One that a detached task starts has none, while the tasks of other tests have that of their test.
    guard let first = tasks.first, calling > first else { return true }
    return Test.current != nil
  }

  func accept(_ ready: ReadyJob) {
    guard !goesOnAtOnce(ready) else {
      next = ready
      return
    }
    guard ready.kind == .task else { return add(ready, strand: current.strand) }
    let (strand, isNew) = tasks.strand(of: ready.number)
    if isNew {
      scheduler.outside.know(ready.number)
      tasks.add(ready.job, ready.number, strand: strand)
      if log != nil {
        log!.changeLast { $0.created.append(strand) }
        log!.births[strand] = CodeSymbols.capture()
        log!.names[strand] = tasks.name(of: strand)
      }
    }
    if noteReady(ready.number, strand) { add(ready, strand: strand) }
  }

  private func add(_ ready: ReadyJob, strand: Int) {
    lanes.add(ready, strand: strand, isMain: ready.route == .main)
    log?.changeLast { $0.readied.append(strand) }
  }

  /// Notes that a task is ready. Returns false if it was ready already: its memory may be gone the second time.
  func noteReady(_ number: UInt64, _ strand: Int) -> Bool {
    if tasks.noteReady(number) { return true }
    log?.changeLast { $0.resumedAgain.append(strand) }
    let text = "\(StrandNames(own: log?.names ?? [:])[strand]) was resumed twice: a continuation must be resumed once"
    resumedTwice = resumedTwice ?? Verdict.Failure(text: text, kind: "resumed twice")
    return false
  }

  /// Whether no other job may run before this one.
  ///
  /// A task that a yield resumes was a choice already.
  ///
  /// Assumption: in the pool, a task without a preference is not suspended between two functions that run there; on the
  /// executor of an exploration, it is sent to the global executor.
  /// Check: by `explore_aTaskBetweenFunctions_isNotSuspended`.
  /// If false: orders are explored that never happen, or orders that may happen are not.
  /// Remove when: tasks of `Task {}` can be given an executor.
  private func goesOnAtOnce(_ ready: ReadyJob) -> Bool {
    guard next == nil else { return false }
    if current.isResumption { return true }
    // Between two steps, no job runs, and a job without a number is that of an actor.
    return current.number != 0 && ready.route == .global && current.route == .global && ready.number == current.number
  }

  // MARK: Time

  /// Lets a job of the calling task sleep.
  func sleep(_ job: UnownedJob, remaining: Int) {
    let duration = clock.duration(remaining: remaining, in: &scheduler.sleeps)
    let (timer, strand) = (ReadyJob(job, .global, jobs), current.strand)
    clock.time.sleep({ self.run(timer, strand: strand) }, nanoseconds: duration)
  }

  /// The time of the code that this run runs.
  func makeControlledTime() -> ControlledTime {
    ControlledTime(
      // Zero for tasks that are left over, on other threads.
      now: { .nanoseconds(self.isOfThread ? self.clock.time.now : 0) },
      schedule: { delay, action in
        guard self.isOfThread else { return {} }
        let number = self.clock.time.sleep(action, nanoseconds: delay.clampedNanoseconds)
        // A wait may end after its run, or on another thread.
        return { if self.isOfThread { self.clock.time.cancel(number) } }
      },
      whenSettled: { next in if self.isOfThread { self.clock.time.settle { next.resume() } } else { next.resume() } },
      isOfCaller: { !self.isInForeignTask },
      outsideSteps: { if self.isOfThread { self.untimed($0) } else { $0() } })
  }

  // MARK: Outside

  /// Adds the jobs that other threads have made ready. Returns whether there are any.
  func takeFromOutside() -> Bool {
    let arrivals = scheduler.outside.takeAll()
    for arrival in arrivals {
      let (ready, source) = (arrival.job, arrival.source)
      let strand = ready.kind == .task ? tasks.strand(of: ready.number).strand : nil
      if !outsideEvents.has(.resumption, source) {
        note(
          OutsideEvent(
            kind: .resumption, strand: strand, source: source, addresses: arrival.addresses,
            waits: RunTasks.waits(of: ready)))
      }
      if let strand, !noteReady(ready.number, strand) { continue }
      log?.entries.append(.init(strand: strand ?? 0, action: .outside(source), choice: 0, count: 1))
      lanes.add(ready, strand: strand ?? 0, isMain: ready.route == .main)
    }
    return !arrivals.isEmpty
  }

  func waitForOutside(_ nanoseconds: Int) -> Bool {
    scheduler.watchdog.whileWaiting {
      let (start, isMain) = (RealTime.now, Thread.isMainThread)
      // An event from outside may need the main actor first.
      scheduler.mainHold.release()
      while case let left = nanoseconds - (RealTime.now - start), left > 0 {
        if isMain { Scheduler.serveMainRunLoop() }
        scheduler.outside.wait(nanoseconds: isMain ? min(1_000_000, left) : left)
        if takeFromOutside() { return true }
      }
      return false
    }
  }

  /// Notes work that a step hands to a queue or a thread.
  func noteSubmission(to source: String) {
    guard clock.isInStep, !outsideEvents.has(.submission, source) else { return }
    let addresses = CodeSymbols.capture()
    let source = ThreadSource.library(of: addresses) ?? source
    guard !outsideEvents.has(.submission, source) else { return }
    note(OutsideEvent(kind: .submission, strand: current.strand, source: source, addresses: addresses))
  }

  private func note(_ event: OutsideEvent) {
    if limits.endsOutside { failures.leaveToCaller() }
    outsideEvents.append(event)
  }

  /// Chooses a number below a bound, inside of a step.
  func chooseValue(of count: Int) -> Int {
    guard clock.isInStep, count > 0 else { return 0 }
    // None of them is the candidate of any other choice, so each strategy chooses at random.
    let choice = trace.choices.count
    return choose(among: (0..<count).map { Candidate(event: .value($0, ofChoice: choice), arrival: trace.steps) })
  }
}
