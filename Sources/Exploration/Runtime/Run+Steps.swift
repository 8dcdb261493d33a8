#if os(Linux)
  import ThreadInspection
#endif

/// The steps of a run: which job is next, and how it runs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Runs one job: the only candidate, or the one that is chosen.
  func step() {
    let index = chooseNext()
    guard index < lanes.candidates.count else { return passTime(choice: index, of: index + 1) }
    let count = lanes.candidates.count
    let (candidate, ready) = lanes.take(index)
    trace.addStep(strand: candidate.strand)
    if log != nil {
      log!.add(.init(strand: candidate.strand, action: action(of: ready), choice: index, count: count))
    }
    run(ready, strand: candidate.strand)
    if log != nil { logEnds() }
  }

  private func logEnds() {
    guard let reader = Scheduler.taskReader else { return }
    let ended = tasks.filter { reader.hasEnded($0.value) }.map(\.key)
    for strand in ended where !bodyHasEnded { tasks[strand] = nil }
    log!.changeLast { $0.ended = ended.sorted() }
  }

  /// Lets time pass up to the next deadline. The jobs of timers only resume what slept, so they run at once.
  func passTime(choice: Int = 0, of count: Int = 1) {
    let woken = time.advance()
    trace.addStep(strand: Candidate.timeStrand)
    let action = StepLog.Action.timePasses(to: time.now)
    log?.add(.init(strand: Candidate.timeStrand, action: action, choice: choice, count: count))
    for (sleeper, strand) in woken {
      switch sleeper {
      case .job(let job): run(job, strand: strand)
      case .action(let action): action()
      }
    }
  }

  private func chooseNext() -> Int {
    var candidates = lanes.candidates
    if limits.machineMayStall, !time.isEmpty, !candidates.isEmpty {
      candidates.append(Candidate(strand: Candidate.timeStrand, arrival: -1 - trace.steps))
    }
    guard candidates.count > 1 else { return 0 }
    guard trace.steps <= limits.fairAfter else {
      trace.cut()
      return 0
    }
    let index = chooser.choose(among: candidates)
    trace.addChoice(index, among: candidates)
    return index
  }

  private func run(_ first: ReadyJob, strand: Int) {
    self.strand = strand
    startOfStep = RealTime.now
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
        ready.job.runSynchronously(on: scheduler.mainReference)
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
