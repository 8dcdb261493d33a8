#if os(Linux)
  /// How long and how often a thread has run. Two equal values mean that it has not run in between: it stood there.
  ///
  /// Assumption: `/proc/self/task/N/schedstat` has three numbers, of which the first and the last grow when the
  /// thread runs.
  /// Check: the file has three numbers.
  /// If false: the thread "could not be read", because a stack that changes while it is read is no stack.
  /// Remove when: never; the documentation of the kernel describes the file.
  package struct ScheduleCounters: Equatable, Sendable {
    /// The time that it has run, in nanoseconds.
    package var running: UInt64
    /// How often it was made to run.
    package var turns: UInt64

    init?(_ text: String) {
      let numbers = text.split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 3 else { return nil }
      running = numbers[0]
      turns = numbers[2]
    }
  }
#else
  /// How long and how often a thread has run. Not known on this system.
  package struct ScheduleCounters: Equatable, Sendable {}
#endif
