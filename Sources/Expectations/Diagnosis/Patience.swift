/// Decides when the watchdog reports that nothing makes progress: once for each stall.
struct Patience {
  let limit: Nanoseconds
  /// The last progress before the stall that was reported last.
  private var told: Instant?

  init(limit: Nanoseconds) {
    self.limit = limit
  }

  /// Looks at the clock while a wait or a test is running. Returns whether to report a stall, and when to look again.
  mutating func look(at now: Instant, lastProgress: Instant) -> (isStall: Bool, next: Instant) {
    guard lastProgress != told else { return (false, now.advanced(by: limit)) }
    let end = lastProgress.advanced(by: limit)
    guard now >= end else { return (false, end) }
    told = lastProgress
    return (true, now.advanced(by: limit))
  }
}
