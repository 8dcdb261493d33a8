// All that needs interfaces of the standard library that are not public. Code that uses them may not even be compiled
// by another compiler. So it is for those that it was tried with: Swift 6.3. With any other one, and with
// `EXPLORATION_FALLBACK`, explorations do without.
#if compiler(>=6.3) && compiler(<6.4) && os(Linux) && !EXPLORATION_FALLBACK
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  extension HashOrder { static let isTried = true }

  /// Stands before the default executor of the process, and passes on all jobs but those of the exploring thread.
  ///
  /// Assumption: `_createExecutors`, which is SPI, replaces the default executor of a running process, and yields and
  /// sleeps of tasks without a preference ask that executor. The runtime keeps an object and its functions there, in
  /// two words without a lock, so a thread that reads them at that moment may call the functions of one executor with
  /// the other as `self`. Neither executor uses `self`: this one has no properties, nor has that of Dispatch.
  /// Check: by the compiler, and by `SleepTests`, with yields and sleeps of `Task {}`. `BlockedTests` explores first
  /// while tasks yield, under the thread sanitizer, too.
  /// If false: yields and sleeps of `Task {}` run in the pool, and count as work from outside.
  /// Remove when: tasks of `Task {}` can be given an executor.
  final class DefaultExecutor: TaskExecutor, SchedulingExecutor {
    private static let original = Task.defaultExecutor
    private static let originalTimer = original as? any SchedulingExecutor

    /// What is not under control without it.
    static let gap = "yields and sleeps of tasks of Task {}"

    /// Whether a test explores on the calling thread that behaves as if this executor were not there.
    private static var passesOn: Bool { Scheduler.ofThread.map { !$0.controls.seesDefaultExecutor } ?? false }

    private struct Factory: ExecutorFactory {
      static let mainExecutor: any MainExecutor = MainActor.executor
      static let defaultExecutor: any TaskExecutor = DefaultExecutor()
    }

    /// Replaces the default executor, once.
    static let isInstalled: Bool = {
      // Found before it is replaced.
      _ = originalTimer
      _createExecutors(factory: Factory.self)
      return true
    }()

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if Self.passesOn || !Scheduler.takes(job) { Self.original.enqueue(job) }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      if !Self.passesOn, let run = Scheduler.runOfCaller {
        return run.sleep(UnownedJob(job), remaining: (delay as? Duration)?.clampedNanoseconds ?? 0)
      }
      // Without a timer, the job runs at once: a sleep that is too short is better than one without an end.
      guard let originalTimer = Self.originalTimer else { return Self.original.enqueue(UnownedJob(job)) }
      originalTimer.enqueue(job, after: max(delay, .zero), tolerance: tolerance, clock: clock)
    }
  }

  /// Lets the sleeps of explored tasks arrive at the scheduler.
  ///
  /// Assumption: the sleeps of a task ask its preferred executor, if it is a `SchedulingExecutor`, which is SPI.
  /// Check: by the compiler, and by `SleepTests`, whose long sleeps take no time.
  /// If false: sleeps take real time, and count as work from outside.
  /// Remove when: `SchedulingExecutor` is public.
  extension Run: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      guard isOfThread else {
        // The task is left over, or an actor runs it in the pool. Then it sleeps as it would without an exploration.
        guard let timer = Task.defaultExecutor as? any SchedulingExecutor else {
          return globalConcurrentExecutor.enqueue(UnownedJob(job))
        }
        return timer.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
      }
      sleep(UnownedJob(job), remaining: (delay as? Duration)?.clampedNanoseconds ?? 0)
    }
  }

  /// Keeps an actor busy while a task that has no executor preference leaves it.
  ///
  /// The runtime lets such a task enter an idle actor without a new job, so no other order could be tried there. A job
  /// that does nothing, queued behind those of the actor, makes the next hop into the actor a job of its own.
  ///
  /// Assumption: `_swift_createJobForTestingOnly` makes a job that any executor runs, and the runtime exports
  /// `swift_defaultActor_enqueue`, which takes a job and an actor.
  /// Check: by the compiler; the symbol is looked up, and `JobProbe` has checked where the address of the actor is.
  /// If false: some orders of tasks of `Task {}` are not tried: those between two calls of the same actor.
  /// Remove when: tasks of `Task {}` can be given an executor.
  enum ActorArming {
    typealias Arm = @Sendable (_ drain: UnownedJob) -> Void
    private typealias Enqueue = @Sendable @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> Void

    /// Returns code that queues a job that does nothing in the actor of a drain job that is about to run.
    static func find(_ jobs: JobReader?) -> Arm? {
      guard let jobs, let address = RuntimeSymbol.address("swift_defaultActor_enqueue") else { return nil }
      let enqueue = unsafeBitCast(address, to: Enqueue.self)
      return { drain in
        guard let address = jobs.actor(of: drain) else { return }
        let actor = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
        // The job holds the actor, which must not go before its queue is empty.
        let idle = _swift_createJobForTestingOnly { withExtendedLifetime(actor) {} }
        enqueue(unsafeBitCast(UnownedJob(idle), to: UnsafeRawPointer.self), address)
      }
    }
  }
#else
  extension HashOrder { static let isTried = false }

  /// Does nothing: this toolchain cannot replace the default executor.
  enum DefaultExecutor {
    static let gap = "sleeps, and yields of tasks of Task {}"
    static let isInstalled = false
  }

  /// Does nothing: this toolchain cannot make a job that does nothing.
  enum ActorArming {
    typealias Arm = @Sendable (_ drain: UnownedJob) -> Void
    static func find(_ jobs: JobReader?) -> Arm? { nil }
  }
#endif
