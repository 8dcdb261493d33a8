/// What the steps of a run use, as far as the scheduler sees it.
///
/// What a step uses follows from the actor that it runs in, and from the actors to which it sends tasks. A task without
/// a preference goes to actors unseen, so its steps count as using everything.
struct StepUses {
  /// The tasks of a run after a step, by strand.
  struct Tasks: Equatable, Sendable {
    var ended: Set<Int> = []
    var canceled: Set<Int> = []
    /// The address of the actor in whose queue a task is.
    var actors: [Int: UInt] = [:]
  }

  private let callsFollow: Bool
  /// The index of the step that made each job ready, by the arrival of the job; nil for none.
  private var causes: [Int?] = []
  /// The tasks that prefer the executor of the run.
  private var controlled: Set<Int> = []
  /// The strand that created each strand; nil where that is not known.
  private var parents: [Int: Int?] = [:]
  /// The actor in which each strand runs or waits, if it does.
  private var places: [Int: Footprint.Thing] = [:]
  /// The actor in which the step runs; nil for none.
  private var place: Footprint.Thing?
  private(set) var tasks = Tasks()
  /// The index of the last step on the main actor.
  private var lastOnMain: Int?
  /// How many actors the step has scheduled.
  private var scheduledCount = 0
  /// Whether an actor was scheduled already when a step ended, so that a new task may have come to its queue unseen.
  private var queuesUnseen = false
  /// The strands that the step has resumed.
  private var resumed: Set<Int> = []
  /// The actors that the run has used, so that no other one gets the address of one that is gone.
  private var actors: [UInt: UnownedActor] = [:]
  private(set) var steps: [FootprintStep] = []
  /// Whether a call that followed its step at once did not return from its actor. Then it must not follow at once: what
  /// comes between the two may depend on both.
  private(set) var hasNestedCalls = false
  /// What shows that the assumption does not suffice.
  private(set) var wrongAssumption: Trace.WrongAssumption?

  /// Holds the memory of an actor, and lets it end.
  private struct UnownedActor {
    unowned let actor: AnyObject
  }

  init(callsFollow: Bool) { self.callsFollow = callsFollow }

  // MARK: Strands

  /// The number of a new strand. It follows from the strand that creates it and from how many it has created, so it is
  /// the same in each order.
  mutating func strand(createdBy creator: Int?) -> Int {
    guard let creator else { return 0 }
    createdCounts[creator, default: 0] += 1
    return number(createdCounts[creator]!, of: creator)
  }

  /// The number of a strand for a job that a strand makes ready for an unknown task.
  mutating func strandOfUnknown(by strand: Int) -> Int {
    var maker = strand
    while maker % (2 * CreatedNames.mostCreated) >= CreatedNames.mostCreated { maker /= 2 * CreatedNames.mostCreated }
    unknownCounts[maker, default: 0] += 1
    return number(unknownCounts[maker]!, of: maker) + CreatedNames.mostCreated
  }

  private mutating func number(_ count: Int, of strand: Int) -> Int {
    let (product, overflow) = strand.multipliedReportingOverflow(by: 2 * CreatedNames.mostCreated)
    if overflow || count >= CreatedNames.mostCreated { wrongAssumption = wrongAssumption ?? .tooManyTasks }
    return product &+ count % CreatedNames.mostCreated
  }

  private var createdCounts: [Int: Int] = [:]
  private var unknownCounts: [Int: Int] = [:]

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
    if queuesUnseen { wrongAssumption = wrongAssumption ?? .beginning(of: strand) }
  }

  /// Notes that a task is ready that was there before.
  mutating func noteResumption(of strand: Int) { resumed.insert(strand) }

  /// Notes a job that became ready during the last step. Jobs are noted in the order of their arrival.
  mutating func noteJob(goingTo thing: Footprint.Thing?, _ actor: AnyObject?) {
    causes.append(steps.indices.last)
    guard let thing else { return }
    send(to: thing)
    guard case .actor(let address) = thing, let actor else { return }
    scheduledCount += 1
    if actors[address] == nil { actors[address] = UnownedActor(actor: actor) }
  }

  private mutating func send(to thing: Footprint.Thing) {
    use { $0.changes.insert(thing) }
    if callsFollow, place != nil, place != thing { hasNestedCalls = true }
  }

  /// Whether the call of an actor that a strand makes follows its step at once. Nothing that comes between the two
  /// depends on both, if the task runs in no actor, and the call returns from its actor.
  func callFollows(_ strand: Int) -> Bool { callsFollow && place == nil && controlled.contains(strand) }

  // MARK: Steps

  /// Notes that a step begins: that of a strand, in an actor or in none.
  mutating func begin(_ candidate: Candidate, in place: Footprint.Thing?, isCall: Bool) {
    let strand = candidate.strand
    if !isCall || steps.isEmpty { addStep(candidate, in: place) }
    resumed = []
    scheduledCount = 0
    self.place = place
    // An actor also runs the tasks that are in its queue, and those that wait in it may be resumed there.
    if place == nil || place == .mainActor { places[strand] = place }
    let others = place == nil ? [] : places.filter { $0.value == place && !tasks.ended.contains($0.key) }.map(\.key)
    use { footprint in
      for strand in [strand] + others { footprint.reads.formUnion([.ends(of: strand), .cancellation(of: strand)]) }
      if let place { footprint.changes.insert(place) }
    }
    if ([strand] + others).contains(where: { !controlled.contains($0) }) { useEverything() }
  }

  private mutating func addStep(_ candidate: Candidate, in place: Footprint.Thing?) {
    let cause = causes.indices.contains(candidate.arrival) ? causes[candidate.arrival] : nil
    var step = FootprintStep(strand: candidate.strand, causes: cause.map { [$0] } ?? [])
    // The main actor runs its jobs in the order of their arrival.
    if place == .mainActor {
      if let last = lastOnMain, last > cause ?? -1 { step.causes.append(last) }
      lastOnMain = steps.count
    }
    steps.append(step)
  }

  /// Notes a step that comes when no task can go on.
  mutating func passTime() {
    steps.append(FootprintStep(strand: Candidate.timeStrand, causes: Array(steps.indices)))
    (resumed, scheduledCount, place) = ([], 0, nil)
    useEverything()
  }

  /// Notes that a step has ended.
  ///
  /// - Parameter scheduled: How many actors run later.
  mutating func end(_ strand: Int, _ after: Tasks, scheduled: Int) {
    let ended = after.ended.subtracting(tasks.ended)
    let canceled = after.canceled.subtracting(tasks.canceled)
    for (task, address) in after.actors.sorted(by: { $0.key < $1.key }) {
      let actor = Footprint.Thing.actor(address)
      // What was in the queue of the actor that ran has come back to it.
      guard tasks.actors[task] != address || place == actor else { continue }
      places[task] = actor
      send(to: actor)
    }
    tasks = after
    if scheduled > scheduledCount { queuesUnseen = true }
    // A task that waits in the actor is resumed there by another call, behind those that come between.
    if callsFollow, place != nil, !resumed.contains(strand), !after.ended.contains(strand) { hasNestedCalls = true }
    for task in ended.sorted() { useEnd(of: task) }
    for task in canceled.sorted() { use { $0.changes.insert(.cancellation(of: task)) } }
    noteResumptions(by: strand, ended, canceled)
    // They have left the actor in this step, in each order.
    for task in resumed where after.actors[task] == nil { places[task] = nil }
  }

  /// Notes a task that the step has resumed although the two share nothing that is seen.
  private mutating func noteResumptions(by strand: Int, _ ended: Set<Int>, _ canceled: Set<Int>) {
    guard wrongAssumption == nil, let used = steps.last?.footprint.changes, !used.contains(.everything) else { return }
    let unseen = resumed.subtracting(canceled).filter { task in
      task != strand && !ended.contains { parents[$0] == task } && !(places[task].map { used.contains($0) } ?? false)
    }
    wrongAssumption = unseen.min().map { .resumption(of: $0, by: strand) }
  }

  /// Notes that a step chooses a value.
  mutating func noteValue() { wrongAssumption = wrongAssumption ?? .values }

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
