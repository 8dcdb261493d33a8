// A pause of a condition: a wait that may be over before the time of its condition is. What runs inside it, in the run
// loop of its thread, is interrupted only when the time of the condition is over, too.

extension WaitState {
  /// Returns an instant on the clock of the wait.
  func started(plus time: Nanoseconds) -> Instant { (isInRealTime ? started.real : started.fair).advanced(by: time) }

  private var isPause: Bool { terms.pause != .max }

  /// Whether it is a pause that lasts as long as the wait inside it, or until the time of its condition is over.
  var isPauseAroundAWait: Bool { isPause && inner != nil }

  /// The end of a pause, in real time; `.never` while another wait runs in it.
  var pauseEnd: Instant { isPauseAroundAWait ? .never : started.real.advanced(by: terms.pause) }

  /// The end of the condition's time, on its clock.
  var endOfCondition: Instant { started(plus: terms.condition?.left ?? terms.limit) }

  private func isConditionOver(at now: Moment) -> Bool { (isInRealTime ? now.real : now.fair) > endOfCondition }

  /// Whether only the pause is over.
  private var isOnlyPauseOver: Bool {
    guard isPause, let verdict, verdict.kind == .timedOut else { return false }
    return !isConditionOver(at: verdict.time)
  }

  /// Whether its time is over, and so is that of what runs inside it.
  var isTimeOver: Bool { verdict?.hasTimedOut ?? false && !isOnlyPauseOver }

  /// Whether the clock may still decide something: the wait, or, if only the pause is over, what runs inside it.
  var isTimed: Bool { verdict == nil || inner != nil && isOnlyPauseOver }

  /// Notes that the time of the condition is over, too. Returns false if it is not, or if that is known.
  mutating func noteConditionIsOver(at now: Moment) -> Bool {
    guard isOnlyPauseOver, isConditionOver(at: now) else { return false }
    verdict?.time = now
    return true
  }
}
