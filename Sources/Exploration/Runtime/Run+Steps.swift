#if os(Linux)
  import ThreadInspection
#endif

/// The steps of a run: which job is next, and how it runs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Does one thing: the only candidate, or the one that is chosen.
  func step() {
    let (candidates, index) = chooseNext()
    let count = candidates.count
    let last = trace.last
    passedOver = candidates[index].strand != last && candidates.contains { $0.strand == last } ? last : nil
    switch candidates[index].strand {
    case _ where index < lanes.candidates.count: runJob(index, of: count)
    case Candidate.timeStrand where time.isEmpty: resumeSettling(choice: index, of: count)
    case Candidate.timeStrand: passTime(choice: index, of: count)
    case let other: cancel(other, choice: index, of: count)
    }
  }

  private func runJob(_ index: Int, of count: Int) {
    let (candidate, ready) = lanes.take(index)
    trace.addStep(strand: candidate.strand)
    if log != nil {
      logStep(candidate.strand, action(of: ready), choice: index, of: count)
      let actor = ready.kind == .drain ? controls.header?.actor(of: ready.job) : nil
      log!.changeLast { $0.actor = actor.map { UInt(bitPattern: $0) } }
    }
    tellOfStep()
    uses?.begin(candidate, in: place(of: ready), isCall: candidate.isCall)
    run(ready, strand: candidate.strand)
    if uses != nil { untimed { noteTasks(candidate.strand) } }
    if log != nil { logEnds(candidate.strand) }
  }

  func tellOfStep() {
    if let log { untimed { scheduler.beforeStep?(log) } }
  }

  /// Does work of the exploration, such as to look up lines. It belongs to no step, and its time does not count.
  func untimed<Result>(_ body: () -> Result) -> Result {
    scheduler.watchdog.beginWaiting()
    defer { scheduler.watchdog.endWaiting() }
    let (start, wasInStep) = (RealTime.now, isInStep)
    if wasInStep { isInStep = false }
    defer {
      let time = RealTime.now - start
      startOfRun += time
      startOfStep += time
      if wasInStep { isInStep = true }
    }
    return body()
  }

  /// Notes a step that was chosen.
  func logStep(_ strand: Int, _ action: StepLog.Action, choice: Int, of count: Int) {
    log?.add(.init(strand: strand, action: action, choice: choice, count: count, couldGoOn: passedOver))
  }

  /// Notes which tasks a step has ended, and where the task of the step has stopped.
  private func logEnds(_ strand: Int) {
    guard let reader = Scheduler.taskReader else { return }
    let ended = tasks.filter { reader.hasEnded($0.value) }.map(\.key)
    let stops = tasks[strand].map { reader.functions(of: $0, in: &scheduler.images, limit: 16) } ?? []
    for strand in ended where !bodyHasEnded { tasks[strand] = nil }
    log!.changeLast {
      $0.ended = ended.sorted()
      $0.stops = stops
    }
  }

  /// Lets time pass up to the next deadline. The jobs of timers only resume what slept, so they run at once.
  private func passTime(choice: Int, of count: Int) {
    let woken = time.advance()
    trace.addStep(strand: Candidate.timeStrand)
    logStep(Candidate.timeStrand, .timePasses(to: time.now), choice: choice, of: count)
    uses?.passTime()
    for (sleeper, strand) in woken {
      switch sleeper {
      case .job(let job): run(job, strand: strand)
      case .action(let action): action()
      }
    }
    if uses != nil { untimed { noteTasks(Candidate.timeStrand) } }
  }

  /// Resumes the tasks that wait until no other one can go on by itself.
  private func resumeSettling(choice: Int, of count: Int) {
    trace.addStep(strand: Candidate.timeStrand)
    logStep(Candidate.timeStrand, .settles, choice: choice, of: count)
    uses?.passTime()
    let continuations = settling
    settling = []
    for continuation in continuations { continuation.resume() }
    if uses != nil { untimed { noteTasks(Candidate.timeStrand) } }
  }

  private func chooseNext() -> (candidates: [Candidate], index: Int) {
    let candidates = allCandidates
    guard candidates.count > 1 || uses != nil else { return (candidates, 0) }
    guard trace.steps <= limits.fairAfter else {
      if candidates.count > 1 { trace.cut() }
      return (candidates, 0)
    }
    let index = chooser.choose(among: candidates, after: trace.last)
    if candidates.count > 1 { trace.addChoice(index, among: candidates) }
    return (candidates, index)
  }

  /// The jobs that are ready, and what else may happen now. If no job is ready, time passes, or the tasks go on that
  /// wait until nothing else does.
  private var allCandidates: [Candidate] {
    var candidates = lanes.candidates
    let isIdle = candidates.isEmpty
    if isIdle || limits.machineMayStall && !time.isEmpty {
      candidates.append(Candidate(strand: Candidate.timeStrand, arrival: nextExtraArrival))
    }
    if limits.cancels { candidates += cancellations }
    return candidates
  }

  private func run(_ first: ReadyJob, strand: Int) {
    self.strand = strand
    startOfStep = RealTime.now
    extraBeforeStep = shownTime.extra
    scheduler.watchdog.noteStep()
    isInStep = true
    var following: ReadyJob? = first
    while let ready = following {
      next = nil
      readyTasks.remove(ready.number)
      running = ready.number
      runningRoute = ready.kind == .drain ? .main : ready.route
      isResumption = ready.kind == .other
      execute(ready)
      following = next
    }
    running = 0
    isResumption = false
    isInStep = false
  }

  /// Runs what waits in the queues of actors when the run is cut: an actor that is scheduled and never runs would be
  /// locked for all other code, too.
  ///
  /// Tasks go on no further than out of the actor. One of `Task {}` that comes back again and again may have no end. In
  /// the pool, it would then keep a thread for ever, so its actor stays locked.
  func leaveActors() {
    var left = limits.leftoverSteps
    while left > 0, let (candidate, drain) = lanes.takeFirst(where: { $0.kind == .drain }) {
      run(drain, strand: candidate.strand)
      left -= 1
    }
  }

  private func execute(_ ready: ReadyJob) {
    switch ready.route {
    case .main:
      if takeMain() {
        scheduler.main.run(ready.job)
      } else {
        MainActor.shared.enqueue(ready.job)
      }
    case .global:
      if ready.kind == .drain { controls.arming?.arm(ready.job) }
      ready.job.runSynchronously(on: asUnownedTaskExecutor())
    case .preferred:
      ready.job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func action(of ready: ReadyJob) -> StepLog.Action {
    if ready.route == .main { return .mainActor }
    guard ready.kind == .drain else { return .runs }
    return .actor(controls.header?.actorName(of: ready.job))
  }
}
