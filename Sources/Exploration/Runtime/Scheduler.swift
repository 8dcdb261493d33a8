import Expectations
import Foundation
import Synchronization

/// Runs a body again and again on the thread that explores. Each time is a ``Run``. For the code of a run, it is the
/// executor of the main actor: the run has the real one meanwhile.
///
/// A scheduler is never released: other threads, and tasks that are left over from a run, may still refer to it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Scheduler: SerialExecutor, @unchecked Sendable {
  // Sendable: only the exploring thread touches the variables below. Other threads use `outside`, which has a lock.

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
  private(set) var currentRun: Run?
  private var runsMainActor = false

  init(_ jobs: JobReader) { self.jobs = jobs }

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

  // MARK: The main actor

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken =
      Self.ofThread === self ? currentRun?.takes(job, .main) ?? false : outside.add(ReadyJob(job, .main, jobs))
    // The task may be left over from a run that has ended. Then the real main actor is right.
    if !isTaken { MainActor.shared.enqueue(job) }
  }

  func runOnMainActor(_ job: UnownedJob) {
    runsMainActor = true
    job.runSynchronously(on: asUnownedSerialExecutor())
    runsMainActor = false
  }

  // Called on the exploring thread, where the runtime does not know whether code runs on this executor.
  func checkIsolated() {
    guard !runsMainActor else { return }
    fatalError("Incorrect actor executor assumption: this code of an exploration does not run on the main actor")
  }

  // MARK: Which threads explore, and whose job is whose

  private static let slot = ThreadSlot()
  /// How many explorations there are. Other threads look here first, so that their jobs take no lock.
  private static let activeCount = Atomic<Int>(0)
  private static let active = Locked<[Scheduler]>([])
  private static let free = Locked<[Scheduler]>([])

  /// The scheduler that explores on the calling thread.
  static var ofThread: Scheduler? { slot?.word.map { Unmanaged<Scheduler>.fromOpaque($0).takeUnretainedValue() } }

  /// The run of the calling code, if it is explored. On a thread that explores, an actor may run tasks of other tests.
  static var runOfCaller: Run? { ofThread?.currentRun.flatMap { $0.isInForeignTask ? nil : $0 } }

  /// Takes a job that the runtime sends to the global executor, if it is of an exploration. Any thread may call this.
  static func takes(_ job: UnownedJob) -> Bool {
    if let own = ofThread { return own.currentRun?.takes(job, .global) ?? false }
    guard activeCount.load(ordering: .acquiring) > 0 else { return false }
    return active.withLock { $0 }.contains { $0.outside.add(ReadyJob(job, .global, $0.jobs)) }
  }

  /// Runs `body` with a scheduler for the calling thread. Returns nil when the thread already explores, or none can.
  static func withScheduler<Result>(_ body: (Scheduler) -> Result) -> Result? {
    guard ofThread == nil, let slot, let jobs = Controls.current.jobs else { return nil }
    let scheduler = free.withLock { $0.popLast() } ?? Scheduler(jobs)
    scheduler.controls = Controls.current
    (scheduler.limits, scheduler.sleeps) = (RunLimits(), SleepTable())
    (scheduler.hasCancelable, scheduler.reached) = (false, [])
    slot.word = Unmanaged.passUnretained(scheduler).toOpaque()
    active.withLock { $0.append(scheduler) }
    activeCount.add(1, ordering: .releasing)
    defer {
      slot.word = nil
      // One that was abandoned may have left something behind.
      if scheduler.leave() { free.withLock { $0.append(scheduler) } }
    }
    return body(scheduler)
  }

  /// Ends the exploration. Returns false if it has ended before.
  private func leave() -> Bool {
    Self.active.withLock { active in
      guard let index = active.firstIndex(where: { $0 === self }) else { return false }
      active.remove(at: index)
      Self.activeCount.subtract(1, ordering: .releasing)
      if active.isEmpty { GlobalEnqueueHook.remove() }
      return true
    }
  }

  /// Ends the exploration, whose thread is blocked, from another thread. The blocked thread goes when it returns.
  func abandon() {
    watchdog.giveUp()
    guard leave() else { return }
    mainHold.release()
    letArrivalsGo()
  }

  /// Lets the tasks that came from outside, and that no run has taken, go on where they would without an exploration.
  private func letArrivalsGo() {
    for arrival in outside.end() {
      let job = arrival.job.job
      if arrival.job.route == .main { MainActor.shared.enqueue(job) } else { globalConcurrentExecutor.enqueue(job) }
    }
  }

  /// Lets the main thread do its own work for a moment, as if nothing was explored there.
  ///
  /// A task that waits for the main queue would otherwise wait for the exploration, which waits for it.
  static func serveMainRunLoop() {
    let (word, time) = (slot?.word, ControlledTime.current)
    slot?.word = nil
    ControlledTime.setCurrent(nil)
    defer {
      slot?.word = word
      ControlledTime.setCurrent(time)
    }
    _ = RunLoop.main.run(mode: .default, before: Date())
  }
}
