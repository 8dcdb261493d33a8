/// The executor that explored tasks prefer: the body, its children, and their actors.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ControlledExecutor: TaskExecutor {
  /// The scheduler, which holds the executor too: neither ever goes.
  let scheduler: Scheduler

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The task may be left over from a run that has ended. Then it goes on in the pool.
    if !scheduler.takes(job, route: .preferred) { globalConcurrentExecutor.enqueue(job) }
  }
}
