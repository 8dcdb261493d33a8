/// What is known of a wait that has ended: what was asked for, the verdict, and the facts for a report.
struct WaitRecord: Sendable {
  let request: WaitRequest
  /// Its instant is one of the fair clock.
  var verdict: Verdict
  var started: Moment
  /// When the wait was decided, and when its waiter came to return, in real time.
  var decided: Instant
  var ended: Instant
  var context: CallingContext
  /// How much time had passed on the clock that the wait is measured on, if that is another one.
  var elapsedOnClock: Duration?
  /// The states of the expectations when the wait ended; empty for a success that no report is wanted of.
  var states: [ExpectationState<FulfillmentPlace>] = []
  /// What its probes found; of most waits there is nothing.
  var findings = Boxed<WaitFindings>.none

  /// On the fair clock. Another clock may have ended the wait long before its bound in real time.
  var deadline: Instant {
    let bound = started.fair.advanced(by: request.timeouts.limit)
    return request.clock.isOther ? min(bound, verdict.instant) : bound
  }

  /// How much of its time it took until the verdict. The waiter may have been held up after that.
  var used: Nanoseconds { verdict.instant.since(started.fair) }

  /// How much time passed until the verdict that did not count.
  var uncounted: Nanoseconds { max(0, decided.since(started.real) - used) }

  /// Whether everything came, and nothing came too often.
  var isSuccess: Bool { verdict.isSuccess }

  /// Whether the time was over before everything had come.
  var hasTimedOut: Bool { verdict.kind == .timedOut || isInterrupted }

  /// Whether the task was cancelled.
  var isCancelled: Bool { verdict.kind == .cancelled }

  /// Whether the time of the wait around this one was over.
  var isInterrupted: Bool { verdict.kind == .interrupted }

  /// The position of what came first, in a wait for any that is complete.
  var first: Int? { verdict.kind.first }
}
