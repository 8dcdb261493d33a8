/// Starts and ends everything that observes one wait while it sleeps: the deadline timer, the wait's own clock, and the
/// watchdog.
struct PendingWaitMonitor {
  private let wait: SlotKey
  private let timer: ClockTimer?
  /// The real instant before which a success needs no report, and only the caller learns of it.
  ///
  /// It is calculated before the wait sleeps, because nothing may delay the caller after the wake-up.
  private let needsNoReportBefore: MonotonicInstant
  /// The wait as it is timed, if its thread has a controlled time.
  var controlledRequest = Boxed<WaitRequest>.none

  init(over pending: PendingWait, _ request: borrowing WaitRequest, _ context: CallingContext) {
    wait = pending.key
    timer = ClockTimer.start(for: wait, of: request)
    Engine.observer.waitBegan(wait, request, context)
    if request.isPause {
      DeadlineTimer.shared.addPause(wait, after: pending.pauseEnd(of: request))
    } else {
      DeadlineTimer.shared.add(wait, after: pending.nextCheck)
    }
    let limit = request.timeouts.limit
    if timer == nil, let timeWithoutReport = Engine.observer.timeWithoutReport(of: limit) {
      needsNoReportBefore = min(
        Heartbeat.firstCheck(from: pending.started.real, limit: limit),
        pending.started.real.advanced(by: timeWithoutReport))
    } else {
      needsNoReportBefore = MonotonicInstant(nanoseconds: .min)
    }
  }

  /// Whether a success at `time` needs no report: it came before the first check, and no observer notes it. Then `end`
  /// need not be called.
  func needsNoReport(ofSuccessAt time: MonotonicInstant) -> Bool { time < needsNoReportBefore }

  /// Ends together with the wait. Returns how much time has passed on the wait's own clock; nil for the monotonic
  /// clock.
  func end() -> Duration? {
    defer { timer?.cancel() }
    return timer?.elapsed()
  }
}
