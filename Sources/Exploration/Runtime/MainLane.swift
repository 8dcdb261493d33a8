import Synchronization

/// The executor of the main actor, for the code that an exploration runs. The run has the real main actor meanwhile.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class MainLane: SerialExecutor {
  /// The scheduler, which holds the executor too: neither ever goes.
  let scheduler: Scheduler

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The task may be left over from a run that has ended. Then the real main actor is right.
    if !scheduler.takesOfMain(job) { MainActor.shared.enqueue(job) }
  }

  /// Whether the exploring thread runs a job of this executor. Only that thread asks.
  private let runsJob = Atomic<Bool>(false)

  func run(_ job: UnownedJob) {
    runsJob.store(true, ordering: .relaxed)
    job.runSynchronously(on: asUnownedSerialExecutor())
    runsJob.store(false, ordering: .relaxed)
  }

  // Called where the runtime does not know whether code runs on this executor.
  func checkIsolated() {
    guard !runsJob.load(ordering: .relaxed) else { return }
    fatalError("Incorrect actor executor assumption: this code of an exploration does not run on the main actor")
  }
}
