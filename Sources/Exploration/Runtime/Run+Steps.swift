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
    passedOver = nil
    if case .job(let strand) = last, candidates[index].event != last, candidates.contains(where: { $0.event == last }) {
      passedOver = strand
    }
    trace.addStep(candidates[index].event)
    switch candidates[index].event {
    case .job(let strand): runJob(index, strand, of: count)
    case .time: if time.isEmpty { resumeSettling(choice: index, of: count) } else { passTime(choice: index, of: count) }
    case .cancellation(let task): cancel(task, choice: index, of: count)
    case .value: break
    }
  }

  private func runJob(_ index: Int, _ strand: Int, of count: Int) {
    let ready = lanes.take(index).job
    if log != nil {
      logStep(strand, action(of: ready), choice: index, of: count)
      let actor = ready.kind == .drain ? controls.header?.actor(of: ready.job) : nil
      log!.changeLast { $0.actor = actor.map { UInt(bitPattern: $0) } }
    }
    tellOfStep()
    run(ready, strand: strand)
    if log != nil { logEnds(strand) }
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
    logStep(StepLog.Entry.noStrand, .timePasses(to: time.now), choice: choice, of: count)
    for wake in woken { wake() }
  }

  /// Resumes the tasks that wait until no other one can go on by itself.
  private func resumeSettling(choice: Int, of count: Int) {
    logStep(StepLog.Entry.noStrand, .settles, choice: choice, of: count)
    let continuations = settling
    settling = []
    for continuation in continuations { continuation.resume() }
  }

  private func chooseNext() -> (candidates: [Candidate], index: Int) {
    let candidates = allCandidates
    guard candidates.count > 1 else { return (candidates, 0) }
    guard trace.steps <= limits.fairAfter else {
      trace.cut()
      return (candidates, 0)
    }
    return (candidates, choose(among: candidates))
  }

  /// Chooses one of several candidates, and notes which.
  func choose(among candidates: [Candidate]) -> Int {
    let index = plan.choose(among: candidates, after: trace.last)
    trace.addChoice(index, among: candidates)
    scheduler.crashNote.note(choice: index)
    return index
  }

  /// The jobs that are ready, and what else may happen now. If no job is ready, time passes, or the tasks go on that
  /// wait until nothing else does.
  private var allCandidates: [Candidate] {
    var candidates = lanes.candidates
    let isIdle = candidates.isEmpty
    if isIdle || limits.machineMayStall && !time.isEmpty {
      candidates.append(Candidate(event: .time, arrival: nextExtraArrival))
    }
    if limits.cancels { candidates += cancellations }
    return candidates
  }

  func run(_ first: ReadyJob, strand: Int) {
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
      if case .job(let strand) = candidate.event { run(drain, strand: strand) }
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
