#if compiler(>=6.3) && os(Linux)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// Stands before the default executor of the process, and passes on all jobs but those of the exploring thread.
  ///
  /// Assumption: `_createExecutors`, which is SPI, replaces the default executor of a running process, and yields and
  /// sleeps of tasks without a preference ask that executor.
  /// Check: by the compiler, and by `SleepTests`, with yields and sleeps of `Task {}`.
  /// If false: yields and sleeps of `Task {}` run in the pool, and count as work from outside.
  /// Remove when: tasks of `Task {}` can be given an executor.
  final class DefaultExecutor: TaskExecutor, SchedulingExecutor {
    private let original: any TaskExecutor
    private let originalTimer: (any SchedulingExecutor)?

    private init(_ original: any TaskExecutor) {
      self.original = original
      originalTimer = original as? any SchedulingExecutor
    }

    /// Whether a test explores on the calling thread that behaves as if this executor were not there.
    private static var passesOn: Bool { Scheduler.ofThread.map { !$0.controls.seesDefaultExecutor } ?? false }

    private struct Factory: ExecutorFactory {
      static let mainExecutor: any MainExecutor = MainActor.executor
      static let defaultExecutor: any TaskExecutor = DefaultExecutor(Task.defaultExecutor)
    }

    /// Replaces the default executor once. Call it early: the runtime does not lock the variable.
    static func install() -> Bool { RuntimeSymbol.address("swift_createExecutors") != nil && isInstalled }

    private static let isInstalled: Bool = {
      _createExecutors(factory: Factory.self)
      return true
    }()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if Self.passesOn || !Scheduler.takes(job, route: .global) { original.enqueue(job) }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      if !Self.passesOn, let scheduler = Scheduler.ofThread, scheduler.isRunning {
        let nanoseconds = (clock.now.duration(to: instant) as? Duration)?.clampedNanoseconds ?? 0
        return scheduler.sleep(UnownedJob(job), remaining: nanoseconds)
      }
      // Without a timer, the job runs at once: a sleep that is too short is better than one without an end.
      guard let originalTimer else { return original.enqueue(UnownedJob(job)) }
      originalTimer.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      if !Self.passesOn, let scheduler = Scheduler.ofThread, scheduler.isRunning {
        return scheduler.sleep(UnownedJob(job), remaining: (delay as? Duration)?.clampedNanoseconds ?? 0)
      }
      guard let originalTimer else { return original.enqueue(UnownedJob(job)) }
      originalTimer.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }
  }
#else
  /// Does nothing: this toolchain cannot replace the default executor.
  enum DefaultExecutor {
    static func install() -> Bool { false }
  }
#endif
