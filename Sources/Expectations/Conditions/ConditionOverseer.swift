/// Says which condition it is that hangs, when an evaluation on the caller's own thread does not come to an end: nobody can
/// end it from outside, and the failure can only be recorded once it does.
///
/// It has a wait of its own in the engine, whose deadline needs neither the pool nor any queue but the library's.
struct ConditionOverseer {
  /// What the wait is for, which never happens. It is to be there until the wait has been dismissed.
  private let pulse: Pulse
  private let wait: SlotKey?

  init(of request: ConditionRequest, patience: Nanoseconds) {
    pulse = Pulse(request.description, at: request.site)
    guard patience != .max else {
      wait = nil
      return
    }
    let wanted = WaitRequest(
      forAnyOf: Few(pulse.core), timeouts: Timeouts(exactly: patience), clock: .machine, site: request.site)
    let notice = OverdueNotice(description: request.description, site: request.site, patience: patience)
    let beginning = Engine.state.withLock { state in
      let now = state.tick()
      let members = wanted.members(in: &state, unreachable: [])
      return state.machine.begin(members, terms: wanted.terms(from: now), waiter: notice, at: now)
    }
    guard case .pending(let key, let nextLook) = beginning else {
      wait = nil
      return
    }
    wait = key
    Alarm.shared.set(key, after: nextLook)
  }

  /// The condition is over. Called once.
  func dismiss() {
    guard let wait else { return }
    withExtendedLifetime(pulse) {
      Engine.state.withLock { $0.dismiss(wait) }
    }
  }
}

/// What is said when the time is over.
private final class OverdueNotice: Waiter {
  private let description: String
  private let site: CallSite
  private let patience: Nanoseconds

  init(description: String, site: CallSite, patience: Nanoseconds) {
    self.description = description
    self.site = site
    self.patience = patience
  }

  func unpark(_ success: Verdict?) {
    let limit = SecondsText.short(.nanoseconds(patience))
    StandardError.print("\(site.filePath):\(site.line): Condition still running after \(limit): \"\(description)\"")
  }
}
