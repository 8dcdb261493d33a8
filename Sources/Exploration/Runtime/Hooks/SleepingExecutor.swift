#if compiler(>=6.3) && os(Linux)
  @_spi(ExperimentalScheduling) import _Concurrency

  /// Lets the sleeps of explored tasks arrive at the scheduler.
  ///
  /// Assumption: the sleeps of a task ask its preferred executor, if it is a `SchedulingExecutor`, which is SPI.
  /// Check: by the compiler, and by `SleepTests`, whose long sleeps take no time.
  /// If false: sleeps take real time, and count as work from outside.
  /// Remove when: `SchedulingExecutor` is public.
  extension ControlledExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      let nanoseconds = (delay as? Duration)?.clampedNanoseconds ?? 0
      scheduler.sleep(UnownedJob(job), remaining: nanoseconds)
    }
  }
#endif
