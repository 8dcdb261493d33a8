/// Says which condition it is that hangs, when an evaluation on the caller's own thread does not come to an end: nobody can
/// end it from outside, and the failure can only be recorded once it does.
///
/// It has a wait of its own in the engine, whose deadline needs neither the pool nor any queue but the library's.
final class ConditionOverseer: Waiter {
  private let description: String
  private let site: CallSite
  private let patience: Nanoseconds
  private let pulse: Pulse
  private let wait = Locked<SlotKey?>(nil)

  init(of request: ConditionRequest, patience: Nanoseconds) {
    description = request.description
    site = request.site
    self.patience = patience
    pulse = Pulse(request.description, at: request.site)
    guard patience != .max else { return }
    let request = WaitRequest(
      forAnyOf: [pulse.core], timeouts: Timeouts(exactly: patience), clock: .machine, site: request.site)
    let beginning = Engine.state.withLock { state in
      let now = state.tick()
      return state.machine.begin(
        request.members(isBlocking: false), terms: request.terms(from: now), waiter: self, at: now)
    }
    guard case .pending(let key, let nextLook) = beginning else { return }
    wait.withLock { $0 = key }
    Alarm.shared.set(key, after: nextLook)
  }

  func unpark(_ success: Verdict?) {
    let limit = SecondsText.short(.nanoseconds(patience))
    StandardError.print("\(site.filePath):\(site.line): Condition still running after \(limit): \"\(description)\"")
  }

  /// The condition is over.
  func dismiss() {
    guard let key = wait.withLock({ $0.take() }) else { return }
    // A wait can be ended when it has a verdict. Nobody sleeps who would be to wake.
    _ = Engine.state.withLock { state in
      let now = state.tick()
      return (state.machine.cancel(key, at: now), state.machine.finish(key))
    }
  }
}
