#if os(Linux)
  import ThreadInspection
#endif

/// What the steps of a run use, for a search that leaves out orders.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Where a job runs: in an actor, on the main actor, or in neither.
  func place(of ready: ReadyJob) -> Footprint.Thing? {
    if ready.route == .main { return .mainActor }
    guard ready.kind == .drain else { return nil }
    return controls.header?.actor(of: ready.job).map { .actor(UInt(bitPattern: $0)) } ?? .everything
  }

  /// Notes a job that is about to be added to the lanes.
  func noteJob(_ ready: ReadyJob) {
    guard uses != nil else { return }
    let actor = ready.kind == .drain ? controls.header?.actor(of: ready.job) : nil
    uses!.noteJob(
      goingTo: place(of: ready), actor.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() })
  }

  /// Whether a job is the call of an actor by the task of the step, and follows the step at once.
  func isCall(_ ready: ReadyJob, by strand: Int) -> Bool {
    guard let uses, isInStep, uses.callFollows(strand) else { return false }
    switch ready.route {
    case .main: return ready.number == running
    case .preferred: return ready.kind == .drain
    case .global: return false
    }
  }

  /// The strand of a task that is in the queue of an actor. It may be another one than that of the step, because an
  /// actor runs all that is in its queue. A task that begins there is not known, so its job gets a strand of its own.
  func strandOfCall(_ ready: ReadyJob) -> Int {
    guard let reader = Scheduler.taskReader, case .actor(let address)? = place(of: ready) else { return strand }
    let queued = tasks.keys.filter { task in
      uses?.tasks.ended.contains(task) == false && reader.state(of: tasks[task]!)?.actor == UInt64(address)
        && !lanes.has(task)
    }
    return queued.min() ?? uses!.strandOfUnknown(by: strand)
  }

  /// The strand of the calling task, or that of the step.
  var strandOfCaller: Int { controls.number?.ofCurrentTask.flatMap { strands[$0] } ?? strand }

  func noteNewTask(_ strand: Int, number: UInt64) {
    guard uses != nil else { return }
    // A task that began in an actor is seen when it leaves. What created it is not known then.
    let creator = controls.number?.ofCurrentTask
    uses!.noteTask(strand, parent: creator == number ? nil : creator.flatMap { strands[$0] })
  }

  /// Notes what a step has done to the tasks of the run.
  func noteTasks(_ strand: Int) {
    guard let reader = Scheduler.taskReader, uses != nil else { return }
    var after = StepUses.Tasks()
    after.ended = uses!.tasks.ended
    for (task, known) in tasks where !after.ended.contains(task) {
      guard let state = reader.state(of: known) else {
        after.ended.insert(task)
        continue
      }
      if state.isCanceled { after.canceled.insert(task) }
      if let actor = state.actor, !readyTasks.contains(known.number) { after.actors[task] = UInt(actor) }
    }
    uses!.end(strand, after, scheduled: lanes.jobs.count { $0.kind == .drain })
  }
}
