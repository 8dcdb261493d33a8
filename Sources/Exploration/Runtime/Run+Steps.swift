/// The steps of a run: which job is next, and how it runs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  struct RunningJob {
    var strand = 0
    var number: UInt64 = 0
    var route = Route.preferred
    /// Whether it only resumes another job: the end of a yield, for example.
    var isResumption = false
    /// The strand of the step before, if it could have gone on.
    var passedOver: Int?
  }

  /// Does one thing: the only candidate, or the one that is chosen.
  func step() {
    let candidates = allCandidates
    let index = choose(among: candidates)
    let (event, last) = (candidates[index].event, trace.last)
    current.passedOver = nil
    if case .job(let strand) = last, event != last, candidates.contains(where: { $0.event == last }) {
      current.passedOver = strand
    }
    trace.addStep(event)
    switch event {
    case .job(let strand): runJob(index, strand, of: candidates.count)
    case .time: passTime(choice: index, of: candidates.count)
    case .cancellation(let task): cancel(task, choice: index, of: candidates.count)
    case .value: break
    }
  }

  /// The jobs that are ready, and what else may happen now.
  private var allCandidates: [Candidate] {
    var candidates = lanes.candidates
    if candidates.isEmpty || limits.machineMayStall && clock.time.hasSleepers {
      candidates.append(Candidate(event: .time, arrival: trace.steps))
    }
    if limits.cancels {
      candidates += tasks.takeCancelable().map { Candidate(event: .cancellation(of: $0), arrival: trace.steps) }
    }
    return candidates
  }

  /// Chooses one of some candidates, and notes which. In the end, the order of arrival follows, which is fair.
  func choose(among candidates: [Candidate]) -> Int {
    guard candidates.count > 1 else { return 0 }
    guard trace.steps <= limits.fairAfter else {
      trace.isCut = true
      return 0
    }
    let index = plan.choose(among: candidates, after: trace)
    trace.addChoice(index, among: candidates)
    scheduler.crashNote.note(choice: index)
    return index
  }

  private func runJob(_ index: Int, _ strand: Int, of count: Int) {
    let ready = lanes.take(index).job
    if log != nil {
      let isDrain = ready.kind == .drain
      let goesOn = isDrain ? StepLog.Action.actor(jobs.actorName(of: ready.job)) : .runs
      logStep(strand, ready.route == .main ? .mainActor : goesOn, choice: index, of: count)
      log!.changeLast { $0.actor = isDrain ? UInt(bitPattern: jobs.actor(of: ready.job)) : nil }
    }
    tellOfStep()
    run(ready, strand: strand)
    guard log != nil, RunTasks.reader != nil else { return }
    let stops = tasks.stops(of: strand)
    let ended = tasks.takeEnded()
    log!.changeLast { ($0.ended, $0.stops) = (ended, stops) }
  }

  private func logStep(_ strand: Int?, _ action: StepLog.Action, choice: Int, of count: Int) {
    log?.entries.append(
      .init(strand: strand, action: action, choice: choice, count: count, couldGoOn: current.passedOver))
  }

  private func tellOfStep() {
    if let log { untimed { scheduler.beforeStep?(log) } }
  }

  /// Does work of the exploration, which belongs to no step.
  func untimed<Result>(_ body: () -> Result) -> Result { scheduler.watchdog.whileWaiting { clock.untimed(body) } }

  /// Lets time pass up to the next deadline, or the tasks go on that wait until nothing else does.
  private func passTime(choice: Int, of count: Int) {
    let hasSleepers = clock.time.hasSleepers
    let woken = clock.time.advance()
    logStep(nil, hasSleepers ? .timePasses(to: clock.time.now) : .settles, choice: choice, of: count)
    for wake in woken { wake() }
  }

  /// Cancels a task. Its cancellation handlers run here.
  private func cancel(_ index: Int, choice: Int, of count: Int) {
    let (strand, cancel) = tasks.takeCanceled(index)
    logStep(strand, .cancels, choice: choice, of: count)
    tellOfStep()
    current.strand = strand ?? 0
    // The tasks that handlers of the task start belong to this run.
    clock.inStep { Run.$ofTask.withValue(self) { cancel?() } }
  }

  func run(_ first: ReadyJob, strand: Int) {
    current.strand = strand
    scheduler.watchdog.noteStep()
    clock.inStep {
      var following: ReadyJob? = first
      while let ready = following {
        next = nil
        tasks.noteRun(ready.number)
        current.number = ready.number
        current.route = ready.kind == .drain ? .main : ready.route
        current.isResumption = ready.kind == .other
        execute(ready)
        following = next
      }
      (current.number, current.isResumption) = (0, false)
    }
  }

  private func execute(_ ready: ReadyJob) {
    guard ready.route != .main else {
      return takeMain() ? scheduler.runOnMainActor(ready.job) : MainActor.shared.enqueue(ready.job)
    }
    if ready.route == .global, ready.kind == .drain { controls.arming?(ready.job) }
    ready.job.runSynchronously(on: asUnownedTaskExecutor())
  }

  /// Waits until nothing else runs on the main actor. Returns false if that takes too long, and ends the run.
  private func takeMain() -> Bool {
    guard !scheduler.mainHold.isHeld else { return true }
    // The body does not hand over this block of the main queue.
    let isTaken = untimed { scheduler.mainHold.acquire(within: limits.mainWait) }
    if !isTaken {
      let time = DurationText.text(nanoseconds: limits.mainWait)
      problem = Verdict.Failure(text: "The body needs the main actor, which other code has blocked for \(time).")
    }
    return isTaken
  }

  /// Runs what waits in the queues of actors when the run is cut: an actor that is scheduled and never runs would be
  /// locked for all other code, too.
  ///
  /// Tasks go on no further than out of the actor. One of `Task {}` that comes back again and again may have no end. In
  /// the pool, it would then keep a thread for ever, so its actor stays locked.
  func leaveActors() {
    for _ in 0..<limits.leftoverSteps {
      guard let index = lanes.ready.firstIndex(where: { $0.job.kind == .drain }) else { return }
      let (candidate, drain) = lanes.take(index)
      if case .job(let strand) = candidate.event { run(drain, strand: strand) }
    }
  }
}
