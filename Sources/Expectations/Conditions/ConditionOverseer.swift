/// Watches a condition from its beginning to its end, with its own wait in the engine. That wait keeps the fair clock
/// going; the pauses between two evaluations are too short for that.
///
/// If an evaluation on the caller's thread does not end, the overseer prints which condition hangs. No other thread can
/// end the evaluation, and the failure can be recorded only after it ends. The overseer's deadline needs neither the
/// pool nor any queue except the library's.
struct ConditionOverseer {
  /// The event that the wait is for; it never happens. It must exist until the wait is dismissed.
  private let event: InternalEvent
  private let wait: SlotKey?
  private let notice: OverdueNotice?

  /// - `printsNothing`: Whether the overseer only keeps the clock going, and prints nothing.
  init(of request: ConditionRequest, patience: Nanoseconds, printsNothing: Bool = false) {
    event = InternalEvent(request.description, at: request.site)
    guard patience != .max else {
      (wait, notice) = (nil, nil)
      return
    }
    let wanted = WaitRequest(
      forAnyOf: TinyArray(event.expectation), timeouts: Timeouts(exactly: patience), clock: .machine, site: request.site
    )
    let notice = OverdueNotice(
      description: request.description, site: request.site, patience: patience, printsNothing: printsNothing)
    guard case .pending(let pending) = Wait.begin(wanted, waiter: { notice }) else {
      (wait, self.notice) = (nil, notice)
      return
    }
    (wait, self.notice) = (pending.key, notice)
    DeadlineTimer.shared.set(pending.key, after: pending.nextCheck)
    // The overseer's deadline is later than the condition's deadline, before which the engine also needs a last beat.
    let end = pending.started.fair.advanced(by: patience - min(patience, Timeouts.grace))
    DeadlineTimer.shared.set(pending.key, after: Heartbeat.lastBeat(before: end))
  }

  /// Runs an evaluation; it counts as hanging if the deadline passes while it runs.
  func during<Result>(_ evaluation: () -> Result) -> Result {
    notice?.isEvaluating.withLock { $0 = true }
    defer { notice?.isEvaluating.withLock { $0 = false } }
    return evaluation()
  }

  /// What could run so far; nil when the condition has not lasted long enough for probes to be sent.
  func findings(since started: MonotonicInstant) -> WaitFindings? {
    wait.flatMap { Probes.findings(of: $0, from: started, to: MonotonicClock.now()) }
  }

  /// Ends the watch when the condition is over. Called once.
  func dismiss() {
    guard let wait else { return }
    withExtendedLifetime(event) {
      Engine.withLockReleasingWaiters { $0.abandon(wait) }
    }
    Probes.end(wait)
  }
}

/// Prints a notice when the time is over while an evaluation runs. If none runs, the condition itself is waiting for
/// its turn, and its failure says so.
private final class OverdueNotice: Waiter {
  private let description: String
  private let site: CallSite
  private let patience: Nanoseconds
  private let printsNothing: Bool
  let isEvaluating = Locked(false)

  init(description: String, site: CallSite, patience: Nanoseconds, printsNothing: Bool) {
    self.printsNothing = printsNothing
    self.description = description
    self.site = site
    self.patience = patience
  }

  func grant(_ decision: Decision) {}

  func wake() {
    guard !printsNothing, isEvaluating.withLock({ $0 }) else { return }
    let limit = DurationText.short(.nanoseconds(patience))
    let text = "\(site.filePath):\(site.line): Condition still running after \(limit): \"\(description)\""
    // Writing may block, and this method runs on the alarm's queue.
    BackgroundWork.run { StandardError.print(text) }
  }
}
