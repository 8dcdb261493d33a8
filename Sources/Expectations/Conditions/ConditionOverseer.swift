/// Watches over a condition from its beginning to its end, by a wait of its own in the engine. While that lasts, the
/// fair clock is kept going; the pauses between two looks are too short for it.
///
/// It says which condition hangs, when an evaluation on the caller's own thread does not end: nothing can end it from
/// outside, and the failure can only be recorded once it does. The deadline needs neither the pool nor any queue but
/// the library's.
struct ConditionOverseer {
  /// What the wait is for, which never happens. It is to be there until the wait has been dismissed.
  private let event: InternalEvent
  private let wait: SlotKey?
  private let notice: OverdueNotice?

  /// - `recordsNothing`: Whether only the time is watched over.
  init(of request: ConditionRequest, patience: Nanoseconds, recordsNothing: Bool = false) {
    event = InternalEvent(request.description, at: request.site)
    guard patience != .max else {
      (wait, notice) = (nil, nil)
      return
    }
    let wanted = WaitRequest(
      forAnyOf: TinyArray(event.expectation), timeouts: Timeouts(exactly: patience), clock: .machine, site: request.site
    )
    let notice = OverdueNotice(
      description: request.description, site: request.site, patience: patience, recordsNothing: recordsNothing)
    let pending = Engine.withLockReleasingWaiters { state in
      let now = state.tick()
      let members = wanted.members(in: &state, unreachable: [])
      let beginning = state.machine.begin(
        members, parameters: wanted.parameters(from: now), waiter: notice, at: now.fair)
      guard case .pending(let key, let nextCheck) = beginning else { return nil as PendingWait? }
      return PendingWait(key, of: wanted, since: now, nextCheck: nextCheck, by: &state.clock)
    }
    (wait, self.notice) = (pending?.key, notice)
    guard let pending else { return }
    DeadlineTimer.shared.set(pending.key, after: pending.nextCheck)
    // Its own deadline is later than that of the condition, before which there is a last beat, too.
    let end = pending.started.fair.advanced(by: patience - min(patience, Timeouts.grace))
    DeadlineTimer.shared.set(pending.key, after: Heartbeat.lastBeat(before: end))
  }

  /// Makes an evaluation, which is what hangs when it has not ended in time.
  func during<Result>(_ evaluation: () -> Result) -> Result {
    notice?.isEvaluating.withLock { $0 = true }
    defer { notice?.isEvaluating.withLock { $0 = false } }
    return evaluation()
  }

  /// What could run so far; nil when it has not lasted long enough to ask.
  func findings(since started: Instant) -> WaitFindings? {
    wait.flatMap { Probes.findings(of: $0, from: started, to: MonotonicClock.now()) }
  }

  /// The condition is over. Called once.
  func dismiss() {
    guard let wait else { return }
    withExtendedLifetime(event) {
      Engine.withLockReleasingWaiters { $0.abandon(wait) }
    }
    Probes.end(wait)
  }
}

/// What is said when the time is over while an evaluation runs. Otherwise, the condition is what has to wait for its
/// turn, which its failure tells.
private final class OverdueNotice: Waiter {
  private let description: String
  private let site: CallSite
  private let patience: Nanoseconds
  private let recordsNothing: Bool
  let isEvaluating = Locked(false)

  init(description: String, site: CallSite, patience: Nanoseconds, recordsNothing: Bool) {
    self.recordsNothing = recordsNothing
    self.description = description
    self.site = site
    self.patience = patience
  }

  func grant(_ decision: Decision) {}

  func wake() {
    guard !recordsNothing, isEvaluating.withLock({ $0 }) else { return }
    let limit = DurationText.short(.nanoseconds(patience))
    let text = "\(site.filePath):\(site.line): Condition still running after \(limit): \"\(description)\""
    // Writing may block, and this runs on the alarm's queue.
    BackgroundWork.run { StandardError.print(text) }
  }
}
