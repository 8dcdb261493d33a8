/// What happened in a run, for the text of its schedule.
struct StepLog: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case runs
    case mainActor
    /// The actor with this name, if it is known, runs what is queued in it.
    case actor(String?)
    /// Time passes up to a deadline, in nanoseconds since the start of the run.
    case timePasses(to: Int)
    case settles
    case cancels
    /// Something outside, with this name, resumes the task.
    case outside(String)
  }

  struct Entry: Equatable, Sendable {
    /// The strand of the job or the task, if there is one.
    var strand: Int?
    var action: Action
    /// The candidate that ran, of how many.
    var choice: Int
    var count: Int
    /// The strand of the step before, if it could have gone on.
    var couldGoOn: Int?
    /// The address of the actor that runs.
    var actor: UInt?
    /// The strands of the tasks that were created, became ready, and were resumed although they were ready.
    var created: [Int] = []
    var readied: [Int] = []
    var resumedAgain: [Int] = []
    /// The errors that fakes threw because the schedule wants it.
    var thrown: [String] = []
    var endsBody = false
    /// The strands of the tasks that ended; nil when that cannot be told.
    var ended: [Int]?
    /// The addresses at which the task of the step goes on, the innermost first; none if it has ended.
    var stops: [UInt] = []
  }

  var entries: [Entry] = []
  /// How many steps before these have been left out.
  var dropped = 0
  var names: [Int: String] = [:]
  /// The addresses at which each task was created, the innermost first.
  var births: [Int: [UInt]] = [:]
  /// The addresses at which each task of a stuck run goes on, the innermost first.
  var waits: [Int: [UInt]] = [:]
  /// What the objects of a stuck run say: manual clocks with sleepers, for example.
  var ongoing: [String] = []

  /// Changes the entry of the job that runs.
  mutating func changeLast(_ change: (inout Entry) -> Void) {
    if let last = entries.indices.last { change(&entries[last]) }
  }
}
