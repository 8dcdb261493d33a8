/// What happened in a run, for the text of its schedule.
struct StepLog: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    /// The task begins, or goes on.
    case runs
    /// The main actor runs the next job of its line.
    case mainActor
    /// The actor with this name runs what is queued in it; nil when the name is not known.
    case actor(String?)
    /// Time passes up to a deadline, in nanoseconds since the start of the run.
    case timePasses(to: Int)
    /// No task can go on by itself.
    case settles
    /// The task of the entry's strand is canceled.
    case cancels
    /// A job came from outside.
    case outside(String)
  }

  struct Entry: Equatable, Sendable {
    /// The strand of a job, or of a task that is canceled, if there is one.
    var strand: Int?
    var action: Action
    /// The candidate that ran, of how many.
    var choice: Int
    var count: Int
    /// The strand of the step before, if it could have gone on.
    var couldGoOn: Int?
    /// The address of the actor that runs. Of several with one name, the text numbers them.
    var actor: UInt?
    /// The strands of the tasks that were created.
    var created: [Int] = []
    /// The strands that became ready.
    var readied: [Int] = []
    /// The strands that were resumed although they were ready already.
    var resumedAgain: [Int] = []
    /// The errors that fakes threw because the schedule wants it.
    var thrown: [String] = []
    /// Whether the body ended.
    var endsBody = false
    /// The strands of the tasks that ended; nil when that cannot be told.
    var ended: [Int]?
    /// The addresses at which the task of the step goes on, the innermost first; none if it has ended.
    var stops: [UInt] = []
  }

  var entries: [Entry] = []
  /// How many steps before these have been left out.
  var dropped = 0
  /// The order that decides which steps have a mark.
  var order = ChoiceOrder.arrival
  /// Whether the schedule fails only with each of its deviations.
  var isShortest = false
  /// The names that tasks have of their own.
  var names: [Int: String] = [:]
  /// The addresses of the functions in which each task was created, the innermost first.
  var births: [Int: [UInt]] = [:]
  /// The addresses at which each task of a stuck run resumes, the innermost first. Tasks that have ended are not here.
  var waits: [Int: [UInt]] = [:]
  /// What the objects of a stuck run wait for, in words: manual clocks with sleepers, for example.
  var ongoing: [String] = []

  mutating func add(_ entry: Entry) { entries.append(entry) }

  /// Changes the entry of the job that runs.
  mutating func changeLast(_ change: (inout Entry) -> Void) {
    guard !entries.isEmpty else { return }
    change(&entries[entries.count - 1])
  }
}
