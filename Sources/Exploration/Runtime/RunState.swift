import ThreadInspection

/// What the scheduler knows during one run. Only the exploring thread touches it.
struct RunState {
  var lanes = Lanes<ReadyJob>()
  var time = VirtualTime<Sleeper>()
  var trace = Trace()
  var chooser: Chooser
  /// The number of each task, and of its strand.
  var strands: [UInt64: Int] = [:]
  /// The number of the first task of the run, which is the body; nil until it is there.
  var first: UInt64?
  /// The strand, the task and the route of the job that runs.
  var strand = 0
  var running: UInt64 = 0
  var runningRoute = Route.preferred
  /// Whether the running job is one that only resumes another: the end of a yield, for example.
  var isResumption = false
  /// The job that goes on at once, without a choice.
  var next: ReadyJob?
  var bodyHasEnded = false
  var thrown: Verdict.Failure?
  var startOfRun = 0
  var startOfStep = 0
  /// How many jobs came from outside, and from where.
  var fromOutside = 0
  var sources: [String] = []
  var log: StepLog?
  /// The tasks by strand, in a run that is logged.
  var tasks: [Int: KnownTask] = [:]

  init(chooser: Chooser) { self.chooser = chooser }

  /// The strand of a task. A new task gets the next number.
  mutating func strand(of number: UInt64) -> (strand: Int, isNew: Bool) {
    if let known = strands[number] { return (known, false) }
    let new = strands.count
    strands[number] = new
    return (new, true)
  }
}
