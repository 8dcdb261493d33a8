import Expectations

#if os(Linux)
  import ThreadInspection
#endif

/// Runs a body again and again on the thread that explores. Each time is a ``Run``.
///
/// A scheduler is never released: tasks that are left over from a run may still refer to its main actor, and other
/// threads may ask it for a moment longer.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Scheduler: @unchecked Sendable {
  // Sendable: only the exploring thread touches the variables below. Other threads use `outside`, which has a lock.

  /// What a run showed.
  struct RunResult: Sendable {
    var verdict: Verdict
    var trace: Trace
    /// What outside had a part, the first event of each kind and source.
    var outsideEvents: [OutsideEvent]
    /// How many tasks are suspended at the end, when nothing is left that could resume them.
    var suspended: Int
    /// The time at the end of the run, in nanoseconds.
    var virtualTime: Int
    var log: StepLog?
    /// Whether the choices of the plan did not fit the run.
    var hasDiverged: Bool
  }

  /// Tells which tasks have ended, and where the others wait; nil where tasks cannot be read.
  static let taskReader = KnownTaskReader()

  private(set) var main: MainLane!
  let outside = OutsideArrivals()
  let mainHold = MainHold()
  let crashNote = CrashNote()
  let watchdog = Watchdog()
  var controls = Controls.shared
  var limits = RunLimits()
  var sleeps = SleepTable()
  /// Whether some schedule of the exploration has given a task to be canceled.
  var hasCancelable = false
  /// The points that schedules of the exploration have reached.
  var reached: Set<String> = []
  /// Gets the log before each step; nil in a search, which has no time for it.
  var beforeStep: ((StepLog) -> Void)?
  /// The code of the process, as far as a log has needed it.
  var images = CodeImages()
  /// The run that has begun and not ended.
  private(set) var currentRun: Run?

  init() { main = MainLane(self) }

  var mainReference: UnownedSerialExecutor { main.asUnownedSerialExecutor() }

  /// Runs a body under a plan, on the calling thread, with the task-local values of the calling task.
  ///
  /// The run fails if the body throws an error, or adds to `failures`.
  func run(
    _ plan: Plan, logs: Bool = false, failures: Failures = Failures(),
    _ body: @escaping @Sendable () async throws -> Void
  ) -> RunResult {
    let run = Run(self, plan, logs: logs)
    let time = run.makeControlledTime()
    currentRun = run
    if controls.seesGlobalJobs { GlobalEnqueueHook.install() }
    ControlledTime.setCurrent(time)
    let result = withExtendedLifetime(time) { run.perform(body, failures: failures) }
    ControlledTime.setCurrent(nil)
    currentRun = nil
    mainHold.release()
    run.finish()
    letArrivalsGo()
    return result
  }

  static func makeReady(_ job: UnownedJob, _ route: Route, _ controls: Controls) -> ReadyJob {
    let kind = controls.header?.kind(of: job) ?? .unknown
    let hasNumber = kind == .task || kind == .unknown
    return ReadyJob(job: job, kind: kind, route: route, number: hasNumber ? controls.number?(job) ?? 0 : 0)
  }
}
