/// The time of code that another library runs step by step, which passes only when that library lets it pass.
///
/// While a thread has a controlled time, the waits of its tasks measure their timeouts and pauses with it: they use no
/// real time, and no other thread resumes them. Nothing in this module sets one, so a wait usually reads one word of
/// its thread and goes on.
package final class ControlledTime: Sendable {
  /// Returns the time that has passed since a fixed beginning.
  package let now: @Sendable () -> Duration
  /// Calls a closure when some time has passed, on the thread that has this time. Returns code that cancels the call.
  package let schedule: @Sendable (_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// Resumes a continuation when none of the tasks can go on by itself, and none sleeps in this time.
  private let whenSettled: @Sendable (UnsafeContinuation<Void, Never>) -> Void

  /// Whether the calling task is one whose steps are controlled. An actor may run others on the same thread.
  private let isOfCaller: @Sendable () -> Bool

  /// Runs code of this library that blocks the thread for longer than a step may take.
  private let outsideSteps: @Sendable (_ body: () -> Void) -> Void

  package init(
    now: @escaping @Sendable () -> Duration,
    schedule: @escaping @Sendable (_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void,
    whenSettled: @escaping @Sendable (UnsafeContinuation<Void, Never>) -> Void,
    isOfCaller: @escaping @Sendable () -> Bool,
    outsideSteps: @escaping @Sendable (_ body: () -> Void) -> Void
  ) {
    self.now = now
    self.schedule = schedule
    self.whenSettled = whenSettled
    self.isOfCaller = isOfCaller
    self.outsideSteps = outsideSteps
  }

  private static let slot = ThreadSlot()

  /// The time of the calling code; nil for real time.
  package static var current: ControlledTime? {
    // Unmanaged: the caller of `setCurrent` retains it until the thread no longer has it. No other thread reads it.
    guard let time = slot?.word.map({ Unmanaged<ControlledTime>.fromOpaque($0).takeUnretainedValue() }) else {
      return nil
    }
    return time.isOfCaller() ? time : nil
  }

  /// Suspends the calling task until no other one can go on by itself.
  package func settle(isolation: isolated (any Actor)?) async { await withUnsafeContinuation { whenSettled($0) } }

  /// Runs code of this library that blocks the calling thread. What controls its steps does not take it for a part of
  /// one.
  static func outsideSteps<Result>(_ body: () -> Result) -> Result {
    guard let time = current else { return body() }
    var result: Result?
    time.outsideSteps { result = body() }
    guard let result else { preconditionFailure("The body did not run.") }
    return result
  }

  /// Gives the calling thread this time, or with nil, real time. The caller retains the time for as long.
  package static func setCurrent(_ time: ControlledTime?) {
    slot?.word = time.map { Unmanaged.passUnretained($0).toOpaque() }
  }
}

/// Times a wait by the time of the thread that explores it, perhaps beside another clock of the wait.
struct ControlledClock: ExternalClock {
  let time: ControlledTime
  /// The clock of the wait itself; nil for one that would otherwise take real time.
  var inner: (any ExternalClock)?
  /// How long a pause on the inner clock lasts in controlled time, at most.
  var pause = Nanoseconds.max

  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    guard let inner else {
      return ClockTimer(elapsed: stopwatch(), cancel: startTimer(for: wait, limit: limit))
    }
    let timer = inner.startTimer(for: wait, limit: limit, at: site)
    let cancelPause = startTimer(for: wait, limit: pause)
    return ClockTimer(
      elapsed: timer.elapsed,
      cancel: {
        timer.cancel()
        cancelPause()
      })
  }

  private func startTimer(for wait: SlotKey, limit: Nanoseconds) -> @Sendable () -> Void {
    guard limit != .max else { return {} }
    return time.schedule(.nanoseconds(limit)) { Engine.timeUp(wait) }
  }

  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)? {
    inner?.addCondition(limit: limit, at: site)
  }

  var paused: any ExternalClock { inner?.paused ?? self }

  func stopwatch() -> @Sendable () -> Duration {
    if let inner { return inner.stopwatch() }
    let start = time.now()
    return { [time] in time.now() - start }
  }
}

extension WaitClock {
  /// Whether nothing but a controlled time measures the timeout.
  var isControlled: Bool {
    if case .external(let clock as ControlledClock) = self { clock.inner == nil } else { false }
  }

  /// The same clock, beside a controlled time in place of real time.
  func controlled(by time: ControlledTime, pause: Nanoseconds = .max) -> WaitClock {
    guard case .external(let inner) = self else { return .external(ControlledClock(time: time)) }
    return .external(ControlledClock(time: time, inner: inner, pause: pause))
  }
}

extension WaitRequest {
  /// The same wait without real time: its timeout or its pause passes in a controlled time.
  ///
  /// A wait on another clock that stands still does not end: what controls the time finds out that nothing can go on.
  func controlled(by time: ControlledTime) -> WaitRequest {
    guard timeouts.limit > 0 else { return self }
    // A pause whose end never comes in real time needs no deadline and no beats.
    return WaitRequest(
      like: self, isPause: true, timeouts: timeouts.withoutRealTime,
      clock: clock.controlled(by: time, pause: isPause ? timeouts.limit : .max))
  }
}
