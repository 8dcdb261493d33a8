/// Decides when the watchdog reports that nothing makes progress: once for each stall.
struct ProgressMonitor {
  let limit: Nanoseconds
  /// The last progress before the stall that was reported last.
  private var reported: MonotonicInstant?

  init(limit: Nanoseconds) {
    self.limit = limit
  }

  /// Checks the progress while a wait or a test is running. Returns whether to report a stall, and when to check again.
  mutating func check(at now: MonotonicInstant, lastProgress: MonotonicInstant) -> (
    isStall: Bool, next: MonotonicInstant
  ) {
    guard lastProgress != reported else { return (false, now.advanced(by: limit)) }
    let end = lastProgress.advanced(by: limit)
    guard now >= end else { return (false, end) }
    reported = lastProgress
    return (true, now.advanced(by: limit))
  }
}
