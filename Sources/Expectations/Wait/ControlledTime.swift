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
  nonisolated(nonsending) package func settle() async { await withUnsafeContinuation { whenSettled($0) } }

  /// Runs code of this library that blocks the calling thread. It does not count as a part of a step.
  static func outsideSteps<Result>(_ body: () -> Result) -> Result {
    guard let time = current else { return body() }
    var result: Result?
    time.outsideSteps { result = body() }
    guard let result else { preconditionFailure("the body did not run") }
    return result
  }

  /// Gives the calling thread this time, or with nil, real time. The caller retains the time for as long.
  package static func setCurrent(_ time: ControlledTime?) {
    slot?.word = time.map { Unmanaged.passUnretained($0).toOpaque() }
  }
}
