/// All that has an eye on a wait while it sleeps: the alarm, the clock that it is measured on, and the watchdog.
struct PendingWaitMonitor {
  private let wait: SlotKey
  private let timer: ClockTimer?
  /// Until when, in real time, a success is nothing to anybody but the caller. Found out before the wait sleeps:
  /// afterwards, somebody waits for it.
  private let isCleanUntil: Instant

  init(over pending: PendingWait, _ request: borrowing WaitRequest, _ context: CallingContext) {
    wait = pending.key
    timer = ClockTimer.start(for: wait, of: request)
    Engine.observer.waitBegan(wait, request, context)
    if request.isPause {
      DeadlineTimer.shared.setPause(wait, after: pending.pauseEnd(of: request))
    } else {
      DeadlineTimer.shared.set(wait, after: pending.nextCheck)
    }
    let limit = request.timeouts.limit
    if timer == nil, let cleanTime = Engine.observer.cleanTime(of: limit) {
      isCleanUntil = min(
        Heartbeat.firstCheck(from: pending.started.real, limit: limit), pending.started.real.advanced(by: cleanTime))
    } else {
      isCleanUntil = Instant(nanoseconds: .min)
    }
  }

  /// Whether a wait that has ended so was over before anybody looked for what might be in its way, and nobody takes
  /// note of it. Then nothing is to be ended here, either.
  func isClean(ofSuccessAt time: Instant) -> Bool { time < isCleanUntil }

  /// Ends with the wait. Returns how much time has passed on its clock, if that is another one than the machine's.
  func end() -> Duration? {
    defer { timer?.cancel() }
    return timer?.elapsed()
  }
}
