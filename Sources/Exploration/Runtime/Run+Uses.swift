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

  /// Notes a job that is added to the lanes.
  func noteJob(_ ready: ReadyJob, strand: Int) {
    guard uses != nil else { return }
    uses!.noteJob(goingTo: place(of: ready))
  }

  /// Whether a job is a call of an actor by the step, which follows it at once.
  func isCall(_ ready: ReadyJob, by strand: Int) -> Bool {
    guard let uses, isInStep, uses.callFollows(strand) else { return false }
    switch ready.route {
    case .main: return ready.number == running
    case .preferred: return ready.kind == .drain
    case .global: return false
    }
  }

  func noteNewTask(_ strand: Int, number: UInt64) {
    guard uses != nil else { return }
    // A task that began in an actor is seen when it leaves. What created it is not known then.
    let creator = controls.number?.ofCurrentTask
    uses!.noteTask(strand, parent: creator == number ? nil : creator.flatMap { strands[$0] })
  }

  /// Notes what a step has done to the tasks of the run.
  func noteEnds(_ strand: Int) {
    guard let reader = Scheduler.taskReader else { return }
    var after = StepUses.Tasks()
    for (task, known) in tasks {
      guard let state = reader.state(of: known) else {
        after.ended.insert(task)
        continue
      }
      if state.isCanceled { after.canceled.insert(task) }
      if state.isEnqueued, !readyTasks.contains(known.number) { after.queued.insert(task) }
    }
    uses!.end(strand, after, scheduled: lanes.jobs.filter { $0.kind == .drain }.compactMap(place))
  }
}
