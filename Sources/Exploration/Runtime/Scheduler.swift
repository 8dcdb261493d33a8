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

  private(set) var main: MainLane!
  let jobs: JobReader
  let outside = OutsideArrivals()
  let mainHold = MainHold()
  let crashNote = CrashNote()
  let watchdog = Watchdog()
  var controls = Controls.shared
  var limits = RunLimits()
  var sleeps = SleepTable()
  /// Whether some schedule of the exploration has given a task to be canceled.
  var hasCancelable = false
  var reached: Set<String> = []
  /// Gets the log before each step; nil in a search, which has no time for it.
  var beforeStep: ((StepLog) -> Void)?
  /// The code of the process, as far as a log has needed it.
  var images = CodeImages()
  private(set) var currentRun: Run?

  init(_ jobs: JobReader) {
    self.jobs = jobs
    main = MainLane(self)
  }

  func begin() {
    controls = Controls.current
    (limits, sleeps, hasCancelable, reached) = (RunLimits(), SleepTable(), false, [])
  }

  /// Runs a body under a plan, on the calling thread, with the task-local values of the calling task.
  ///
  /// The run fails if the body throws an error, or adds to `failures`.
  func run(
    _ plan: Plan, logs: Bool = false, failures: Failures = Failures(),
    _ body: @escaping @Sendable () async throws -> Void
  ) -> Run.Result {
    let run = Run(self, plan, failures, logs: logs)
    let time = run.makeControlledTime()
    currentRun = run
    if controls.seesGlobalJobs { GlobalEnqueueHook.install() }
    ControlledTime.setCurrent(time)
    let result = withExtendedLifetime(time) { run.perform(body) }
    ControlledTime.setCurrent(nil)
    currentRun = nil
    mainHold.release()
    run.finish()
    letArrivalsGo()
    return result
  }
}
