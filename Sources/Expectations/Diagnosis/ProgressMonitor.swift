/// Decides when the watchdog reports that nothing makes progress, once for each stall, and when a stall is a hang.
struct ProgressMonitor {
  enum Verdict {
    case goOn
    case report
    case end
  }

  let limits: Watchdog.Limits
  /// The last progress before the stall that was reported last.
  private var reported: MonotonicInstant?
  /// When the next check is due.
  private var due = MonotonicInstant.never
  /// How long the process has not run so far, because it was stopped: a check then comes late.
  private var stopped: Nanoseconds = 0
  /// The last progress that a check has seen, and how long the process had not run by the check before.
  private var lastProgress = MonotonicInstant(nanoseconds: .min)
  private var stoppedBefore: Nanoseconds = 0

  init(_ limits: Watchdog.Limits) {
    self.limits = limits
  }

  /// A check comes at least once a second, and a shorter delay is none.
  private static let second: Nanoseconds = 1_000_000_000

  /// How long nothing may happen at least.
  var shortest: Nanoseconds { min(limits.report ?? .max, limits.end ?? .max) }

  /// Begins to check. Returns when to check first.
  mutating func start(at now: MonotonicInstant) -> MonotonicInstant {
    due = now.advanced(by: min(shortest, Self.second))
    return due
  }

  /// Checks the progress while a wait or a test is running. Returns when to check again, too.
  mutating func check(at now: MonotonicInstant, lastProgress: MonotonicInstant) -> (
    verdict: Verdict, next: MonotonicInstant
  ) {
    if lastProgress != self.lastProgress { (self.lastProgress, stoppedBefore) = (lastProgress, stopped) }
    if due != .never, now.since(due) > Self.second { stopped += min(now.since(due), max(0, now.since(lastProgress))) }
    // The beginning of the silence, without the time in which the process did not run.
    let beginning = lastProgress.advanced(by: stopped - stoppedBefore)
    let end = limits.end.map { beginning.advanced(by: $0) } ?? .never
    var report = limits.report.map { beginning.advanced(by: $0) } ?? .never
    let isStall = now >= report && reported != lastProgress
    let verdict = now >= end ? Verdict.end : isStall ? .report : .goOn
    if isStall { reported = lastProgress }
    if let limit = limits.report, reported == lastProgress { report = now.advanced(by: limit) }
    let next = verdict == .end ? now.advanced(by: limits.end ?? 0) : min(report, end)
    due = min(max(next, now.next), now.advanced(by: Self.second))
    return (verdict, due)
  }
}
