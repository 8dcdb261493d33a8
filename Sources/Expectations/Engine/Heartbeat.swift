/// Finds out, during long waits, whether queues can run code: decides when to send a beat, which is a probe to each
/// queue, and tells the fair clock the answers.
///
/// A wait that ends before its first check costs nothing here. The first check comes after a tenth of the limit, or
/// after half a second if that is sooner. It is followed by a few beats in every limit, at most one a second. A limit
/// under 20 ms is too short for beats.
enum Heartbeat {
  private static let shortestLimit: Nanoseconds = 20_000_000
  private static let latestFirstCheck: Nanoseconds = 500_000_000
  /// Answers that come within this time count as immediate.
  private static let promptLatency: Nanoseconds = 5_000_000
  private static let shortestInterval: Nanoseconds = 50_000_000
  private static let longestInterval: Nanoseconds = 1_000_000_000

  /// Returns when to check a wait for the first time; `.never` if the wait is too short for beats.
  static func firstCheck(from start: MonotonicInstant, limit: Nanoseconds) -> MonotonicInstant {
    limit < shortestLimit ? .never : start.advanced(by: min(limit / 10, latestFirstCheck))
  }

  /// Why a wait needs a beat, with the limit of the wait.
  enum Reason {
    case isOld(Nanoseconds)
    case isNearlyOver(Nanoseconds)
  }

  /// Returns when to send the last beat before a deadline.
  ///
  /// Code in a queue then gets its turn before the time is over: without an answer, the clock stands still soon enough.
  static func lastBeat(before deadline: MonotonicInstant) -> MonotonicInstant {
    deadline == .never ? .never : deadline.advanced(by: -2 * FairClock.usualTolerance)
  }

  /// Returns the time between two beats, given the limit of the shortest wait and the latency of the last beat.
  ///
  /// After slow answers, the next beat comes soon, so time advances no faster than queues answer. The time is at least
  /// a quarter of the latency, so that the wait for a missing event still ends.
  static func interval(limit: Nanoseconds, latency: Nanoseconds) -> Nanoseconds {
    let longest = min(limit / 4, longestInterval)
    return latency < promptLatency ? longest : min(longest, max(shortestInterval, latency / 4))
  }

  /// Returns for how long the answers to a beat stay valid, so that no other beat is needed.
  ///
  /// The last beat before a deadline is always needed, unless it coincides with that of another wait.
  ///
  /// - `isRepeated`: Whether the wait is checked again and again, because its own time passes in a standstill.
  static func maxAge(for reason: Reason, latency: Nanoseconds, isRepeated: Bool) -> Nanoseconds {
    switch reason {
    case .isOld where isRepeated: shortestInterval
    case .isOld: max(promptLatency, min(shortestInterval, latency / 4))
    case .isNearlyOver: promptLatency
    }
  }

  /// Sends the probes of one beat. Call it only on the deadline timer's queue.
  static func beat() {
    noteBlockage()
    let (queues, now) = Engine.withLock { state in
      let now = MonotonicClock.now()
      return (state.beat(at: now), now)
    }
    for probeTarget in ProbeTarget.all where queues.contains(probeTarget.queue) {
      probeTarget.sendProbe(at: now) { queue in
        updateClocks { state, now in
          if let stall = state.answer(queue, at: now) { Engine.observer.clockResumed(after: stall) }
          // A pool that answers is held by no test.
          if state.clock.unanswered.isDisjoint(with: .pool) { Blockage.poolHolder.withLock { $0 = nil } }
        }
      }
    }
  }

  /// Notes which queues waits of this library block, or the work of a test.
  static func noteBlockage() {
    let (queues, holder) = (Blockage.queues, Blockage.poolHolder.withLock { $0 })
    updateClocks { $0.noteBlocked(queues, by: holder, at: $1) }
  }

  /// Notes that a wait on the main thread blocks the main queue: the queue does not answer, although the run loop has
  /// nothing to do.
  static func noteMainIsBlocked() { updateClocks { $0.noteMainIsBlocked(at: $1) } }

  private static func updateClocks(_ event: (inout EngineState, MonotonicInstant) -> Void) {
    let resumed = Engine.withLock { state in
      let (uncounted, ownUncounted) = (state.clock.uncounted, state.ownTime.uncounted)
      event(&state, MonotonicClock.now())
      return state.clock.uncounted != uncounted || state.ownTime.uncounted > ownUncounted
    }
    // When the answers come at once, nothing has changed for the deadline timer.
    if resumed { DeadlineTimer.shared.clockResumed() }
  }
}
