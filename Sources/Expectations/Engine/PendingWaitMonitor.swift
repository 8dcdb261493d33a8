/// Starts and ends what observes one wait while it sleeps: the deadline timer, the wait's own clock, and the watchdog.
struct PendingWaitMonitor {
  private let wait: SlotKey
  private let timer: ClockTimer?
  /// Until when, in real time, only the caller needs to know of a success.
  ///
  /// It is computed before the wait sleeps, because the caller must not be delayed afterwards.
  private let isCleanUntil: MonotonicInstant

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
    if timer == nil, let cleanTime = Engine.observer.cleanTime(of: limit) {
      isCleanUntil = min(
        Heartbeat.firstCheck(from: pending.started.real, limit: limit), pending.started.real.advanced(by: cleanTime))
    } else {
      isCleanUntil = MonotonicInstant(nanoseconds: .min)
    }
  }

  /// Whether a wait ended before anything looked for obstacles, and no observer records it. Then nothing here needs to
  /// end.
  func isClean(ofSuccessAt time: MonotonicInstant) -> Bool { time < isCleanUntil }

  /// Ends together with the wait. Returns how much time has passed on the wait's own clock; nil for the monotonic
  /// clock.
  func end() -> Duration? {
    defer { timer?.cancel() }
    return timer?.elapsed()
  }
}
