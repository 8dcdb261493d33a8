/// Monitors a condition from its beginning to its end, with its own wait in the engine. For that wait, the engine keeps
/// the fair clock going; the pauses between two evaluations are too short for that.
///
/// If an evaluation on the caller's thread does not end, the monitor prints which condition hangs. No other thread can
/// end the evaluation, and the failure can be recorded only after it ends. The monitor's deadline needs neither the
/// pool nor any queue except the library's.
struct ConditionMonitor {
  /// The event that the wait is for; it never happens. It must exist until the wait is abandoned.
  private let event: InternalEvent
  private let host: any TestHost
  private let ticket: LiveExpectations.Ticket
  private let wait: SlotKey?
  private let reporter: HangReporter?

  /// A condition in a controlled time needs no monitor: that time depends neither on the fair clock nor on a thread.
  ///
  /// - `context`: What the condition blocks from its beginning to its end.
  /// - `printsNothing`: Whether the monitor only keeps the clock going, and prints nothing.
  init(
    of request: ConditionRequest, limit: Nanoseconds, host: any TestHost, on context: CallingContext = .suspended,
    printsNothing: Bool = false
  ) {
    event = InternalEvent(request.description, at: request.site)
    self.host = host
    ticket = LiveExpectations.add(event.expectation, of: host, .ofCondition)
    Watchdog.add(
      LiveCondition(
        description: request.description, site: request.site, test: host.testName, began: MonotonicClock.now()),
      ObjectIdentifier(event))
    guard limit != .max, !request.clock.isControlled else {
      (wait, reporter) = (nil, nil)
      return
    }
    let waitRequest = WaitRequest(
      forAnyOf: TinyArray(event.expectation), of: ObjectIdentifier(host), timeouts: Timeouts(exactly: limit),
      clock: .real, site: request.site)
    let reporter = HangReporter(
      description: request.description, site: request.site, limit: limit, printsNothing: printsNothing)
    guard case .pending(let pending) = Wait.begin(waitRequest, context, waiter: { reporter }) else {
      (wait, self.reporter) = (nil, reporter)
      return
    }
    (wait, self.reporter) = (pending.key, reporter)
    DeadlineTimer.shared.add(pending.key, after: pending.nextCheck)
    // The monitor's deadline is later than the condition's deadline, before which the engine also needs a last beat.
    let end = pending.started.fair.advanced(by: limit - min(limit, Timeouts.grace))
    DeadlineTimer.shared.add(pending.key, after: Heartbeat.lastBeat(before: end))
  }

  /// Runs an evaluation; it counts as hanging if the deadline passes while it runs.
  func during<Result>(_ evaluation: () -> Result) -> Result {
    reporter?.isEvaluating.withLock { $0 = true }
    defer { reporter?.isEvaluating.withLock { $0 = false } }
    return evaluation()
  }

  /// What could run so far; nil when the condition has not lasted long enough for probes to be sent.
  func findings(since started: MonotonicInstant) -> WaitFindings? {
    wait.flatMap { Probes.findings(of: $0, from: started, to: MonotonicClock.now()) }
  }

  /// Ends the wait. Call it once, when the condition is over.
  func end() {
    Watchdog.removeCondition(ObjectIdentifier(event))
    withExtendedLifetime((event, host)) { LiveExpectations.remove(ticket) }
    guard let wait else { return }
    withExtendedLifetime(event) { Engine.abandon(wait) }
    Probes.end(wait)
  }
}

/// Prints that a condition hangs, if its time is over while an evaluation runs. If none runs, the condition waits for
/// a thread, and its failure says so.
private final class HangReporter: Waiter {
  private let description: String
  private let site: CallSite
  private let limit: Nanoseconds
  private let printsNothing: Bool
  let isEvaluating = Locked(false)

  init(description: String, site: CallSite, limit: Nanoseconds, printsNothing: Bool) {
    self.printsNothing = printsNothing
    self.description = description
    self.site = site
    self.limit = limit
  }

  func grant(_ decision: Decision) {}

  var awaited: String? { description }

  func wake() {
    guard !printsNothing, isEvaluating.withLock({ $0 }) else { return }
    let limit = DurationText.short(.nanoseconds(limit))
    let text = "\(site.filePath):\(site.line): Condition still running after \(limit): \"\(description)\""
    // Writing may block, and this method runs on the queue of the deadline timer.
    BackgroundWork.run { StandardError.print(text) }
  }
}
