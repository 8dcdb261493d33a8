/// Says which condition it is that hangs, when an evaluation on the caller's own thread does not come to an end: nobody can
/// end it from outside, and the failure can only be recorded once it does.
///
/// It has a wait of its own in the engine, whose deadline needs neither the pool nor any queue but the library's.
final class ConditionOverseer: Waiter {
  private let text: String
  private let isDismissed = Locked(false)
  private let pulse: Pulse
  private let wait = Locked<SlotKey?>(nil)

  init(of request: ConditionRequest, patience: Nanoseconds) {
    let limit = SecondsText.short(.nanoseconds(patience))
    text =
      "\(request.site.filePath):\(request.site.line): Condition still running after \(limit): \"\(request.description)\""
    pulse = Pulse(request.description, at: request.site)
    guard patience != .max else { return }
    let request = WaitRequest(
      forAnyOf: [pulse.core], timeouts: Timeouts(exactly: patience), clock: .machine, site: request.site)
    let beginning = Engine.state.withLock { state in
      let now = state.tick()
      return state.machine.begin(
        request.members(isBlocking: false), terms: request.terms(from: now, outer: nil), waiter: self, at: now)
    }
    guard case .pending(let key, let nextLook) = beginning else { return }
    wait.withLock { $0 = key }
    Alarm.shared.set(key, after: nextLook)
  }

  func unpark(_ success: Verdict?) {
    if !isDismissed.withLock({ $0 }) { StandardError.print(text) }
  }

  /// The condition is over.
  func dismiss() {
    isDismissed.withLock { $0 = true }
    guard let key = wait.withLock({ $0.take() }) else { return }
    Alarm.shared.clear(key)
    // A wait can be ended when it has a verdict.
    Engine.cancel(key)
    _ = Engine.state.withLock { $0.machine.finish(key) }
  }
}
