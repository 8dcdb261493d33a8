/// The facts of a wait that has ended: its request, its verdict, and the facts for a report.
struct WaitRecord: Sendable {
  let request: WaitRequest
  /// The verdict. Its instant is on the fair clock.
  var verdict: Verdict
  var started: Moment
  /// When the wait was decided, and when its waiter was ready to return, in real time.
  var decided: MonotonicInstant
  var ended: MonotonicInstant
  var context: CallingContext
  /// How much time had passed on the wait's own clock, if it has one.
  var elapsedOnClock: Duration?
  /// The states of the expectations when the wait ended; empty for a success that needs no report.
  var states: [ExpectationState] = []
  /// The findings of its probes. Most waits have none.
  var findings = Boxed<WaitFindings>.none

  /// The deadline on the fair clock. Another clock may have ended the wait long before its bound in real time.
  var deadline: MonotonicInstant {
    let bound = started.fair.advanced(by: request.timeouts.limit)
    return request.clock.isOther ? min(bound, verdict.instant) : bound
  }

  /// The fair time that the wait took until the verdict. The waiter may have been held up after that.
  var used: Nanoseconds { verdict.instant.since(started.fair) }

  /// The real time until the verdict that did not count.
  var uncounted: Nanoseconds { max(0, decided.since(started.real) - used) }

  /// The real time from the beginning of the wait until its waiter was ready to return.
  var elapsed: Duration { .nanoseconds(ended.since(started.real)) }

  /// Whether everything came, and nothing was over-fulfilled.
  var isSuccess: Bool { verdict.isSuccess }

  /// Whether the time was over before everything came.
  var hasTimedOut: Bool { verdict.kind == .timedOut || isInterrupted }

  /// Whether the task was canceled.
  var isCancelled: Bool { verdict.kind == .cancelled }

  /// Whether the time of a wait around this one was over.
  var isInterrupted: Bool { verdict.kind == .interrupted }

  /// The position of the first complete expectation, in a complete wait for any.
  var first: Int? { verdict.kind.first }
}
