#if os(Linux)
  import ThreadInspection
#endif

/// What the steps of a run use, as far as the scheduler sees it.
///
/// What a step uses follows from the actor that it runs in and from those that it goes to. A task without a preference
/// goes to actors unseen, so its steps count as using everything.
struct StepUses {
  /// The index of the step that made each job ready, by the arrival of the job; nil for none.
  private var causes: [Int?] = []
  /// The tasks that prefer the executor of the run.
  private var controlled: Set<Int> = []
  /// The strand that created each strand; nil where that is not known.
  private var parents: [Int: Int?] = [:]
  /// The actors in which each strand may wait.
  private var places: [Int: Set<Footprint.Thing>] = [:]
  /// The actor in which the step runs; nil for none.
  private var place: Footprint.Thing?
  private var tasks = Tasks()
  /// The index of the last step on the main actor.
  private var lastOnMain: Int?
  /// The actors that the step has scheduled.
  private var scheduledNow: [Footprint.Thing] = []
  /// Whether an actor was scheduled already when a step ended, so that what the step added to its queue was not seen.
  private var queuesUnseen = false
  /// The strands that the step has resumed.
  private var resumed: Set<Int> = []
  private let callsFollow: Bool
  private(set) var steps: [FootprintStep] = []
  /// Whether a call that followed its step at once went to another actor. Then it must not follow at once: what comes
  /// between the two may concern the step, and where the call goes.
  private(set) var hasNestedCalls = false
  /// What shows that tasks share more than is seen.
  private(set) var sharing: Trace.Sharing?

  /// The tasks of a run after a step, by strand.
  struct Tasks: Equatable, Sendable {
    var ended: Set<Int> = []
    var canceled: Set<Int> = []
    /// Those in the queue of an actor.
    var queued: Set<Int> = []
  }

  init(callsFollow: Bool) { self.callsFollow = callsFollow }

  // MARK: Jobs

  /// Notes that a task prefers the executor of the run.
  mutating func noteControlled(_ strand: Int) { controlled.insert(strand) }

  /// Notes a new task, and what created it; nil for one that began in an actor, and is seen when it leaves.
  mutating func noteTask(_ strand: Int, parent: Int?) {
    parents[strand] = .some(parent)
    guard parent == nil, strand > 0 else { return }
    useEverything()
    // Its first call may have followed a step at once, before the task could be canceled.
    if callsFollow { hasNestedCalls = true }
    if queuesUnseen { sharing = sharing ?? .beginning(of: strand) }
  }

  /// Notes that a task is ready that was there before.
  mutating func noteResumption(of strand: Int) { resumed.insert(strand) }

  /// Notes a job that became ready during the last step. Jobs are noted in the order of their arrival.
  mutating func noteJob(goingTo thing: Footprint.Thing?) {
    causes.append(steps.indices.last)
    guard let thing else { return }
    use { $0.changes.insert(thing) }
    if thing != .mainActor { scheduledNow.append(thing) }
    if callsFollow, place != nil, place != thing { hasNestedCalls = true }
  }

  /// Whether the call of an actor that a strand makes follows its step at once. Nothing comes between the two that
  /// concerns both, if the task runs in no actor and the call goes to no other one.
  func callFollows(_ strand: Int) -> Bool { callsFollow && place == nil && controlled.contains(strand) }

  // MARK: Steps

  /// Notes that a step begins: that of a strand, in an actor or in none.
  mutating func begin(_ candidate: Candidate, in place: Footprint.Thing?, isCall: Bool) {
    let strand = candidate.strand
    if !isCall || steps.isEmpty {
      let cause = causes.indices.contains(candidate.arrival) ? causes[candidate.arrival] : nil
      steps.append(FootprintStep(strand: strand, causes: cause.map { [$0] } ?? []))
      // The main actor runs its jobs in the order of their arrival.
      if place == .mainActor {
        if let last = lastOnMain, last > cause ?? -1 { steps[steps.count - 1].causes.append(last) }
        lastOnMain = steps.count - 1
      }
    }
    resumed = []
    use { footprint in
      footprint.reads.formUnion([.ends(of: strand), .cancellation(of: strand)])
      if let place { footprint.changes.insert(place) }
    }
    if !controlled.contains(strand) { useEverything() }
    places[strand] = place.map { [$0] } ?? []
    self.place = place
    scheduledNow = []
  }

  /// Notes a step that comes when no task can go on.
  mutating func passTime() {
    steps.append(FootprintStep(strand: Candidate.timeStrand, causes: Array(steps.indices)))
    resumed = []
    place = nil
    useEverything()
  }

  /// Notes that a step has ended.
  ///
  /// - Parameter scheduled: The actors that run later. What is added to their queues is not seen.
  mutating func end(_ strand: Int, _ after: Tasks, scheduled: [Footprint.Thing]) {
    // What was in the queue of the actor that ran, and is in a queue, has gone to another one.
    let queued = after.queued.filter { task in
      !tasks.queued.contains(task) || place.map { places[task]?.contains($0) == true } ?? false
    }
    let ended = after.ended.subtracting(tasks.ended)
    let canceled = after.canceled.subtracting(tasks.canceled)
    tasks = after
    if scheduled.count > scheduledNow.count { queuesUnseen = true }
    let isSeen = queued.count <= scheduledNow.count
    for task in queued { places[task] = Set(isSeen ? scheduledNow : scheduled) }
    if !isSeen {
      use { $0.changes.formUnion(scheduled) }
      if callsFollow, place != nil { hasNestedCalls = true }
    }
    for task in ended.sorted() { useEnd(of: task) }
    for task in canceled.sorted() { use { $0.changes.insert(.cancellation(of: task)) } }
    noteSharing(by: strand, ended, canceled)
  }

  /// Notes a task that the step has resumed although the two share nothing that is seen.
  private mutating func noteSharing(by strand: Int, _ ended: Set<Int>, _ canceled: Set<Int>) {
    guard sharing == nil, let used = steps.last?.footprint.changes, !used.contains(.everything) else { return }
    let unseen = resumed.subtracting(canceled).filter { task in
      task != strand && !ended.contains { parents[$0] == task } && used.isDisjoint(with: places[task] ?? [])
    }
    sharing = unseen.min().map { .resumption(of: $0, by: strand) }
  }

  /// Notes that a step depends on all others.
  mutating func useEverything() { use { $0.changes.insert(.everything) } }

  private mutating func useEnd(of task: Int) {
    if let parent = parents[task] ?? nil { use { $0.changes.insert(.ends(of: parent)) } } else { useEverything() }
  }

  private mutating func use(_ change: (inout Footprint) -> Void) {
    guard !steps.isEmpty else { return }
    change(&steps[steps.count - 1].footprint)
  }
}
