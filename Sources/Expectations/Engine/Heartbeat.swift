/// Asks, during a wait that lasts, whether code can run. The fair clock depends on the answers.
///
/// A wait that ends soon costs nothing here. A wait of 20 ms or more gets its first check after a tenth of its limit,
/// or after half a second if that is sooner. After that, there are a few beats in every limit, at most one a second.
enum Heartbeat {
  private static let shortestLimit: Nanoseconds = 20_000_000
  private static let latestFirstCheck: Nanoseconds = 500_000_000
  /// Answers that come within this time count as immediate.
  private static let promptness: Nanoseconds = 5_000_000
  private static let shortestPause: Nanoseconds = 50_000_000
  private static let longestPause: Nanoseconds = 1_000_000_000

  /// Returns when to check a wait for the first time; `.never` if the wait is too short to ask.
  static func firstCheck(from start: MonotonicInstant, limit: Nanoseconds) -> MonotonicInstant {
    limit < shortestLimit ? .never : start.advanced(by: min(limit / 10, latestFirstCheck))
  }

  /// Why a wait needs a beat, with the limit of the wait.
  enum Reason {
    case isOld(Nanoseconds)
    case isNearlyOver(Nanoseconds)
  }

  /// Returns when to ask for the last time before a deadline.
  ///
  /// Code in a queue then gets its turn before the time is over: without an answer, the clock stands still soon enough.
  static func lastBeat(before deadline: MonotonicInstant) -> MonotonicInstant {
    deadline == .never ? .never : deadline.advanced(by: -2 * FairClock.hundredth)
  }

  /// Returns the pause between two beats, given the limit of the shortest wait and the latency of the last beat.
  ///
  /// After slow answers, the next beat comes soon, so time advances no faster than queues answer. The pause is at least
  /// a quarter of the latency, so that the wait for a missing event still ends.
  static func pause(limit: Nanoseconds, latency: Nanoseconds) -> Nanoseconds {
    let longest = min(limit / 4, longestPause)
    return latency < promptness ? longest : min(longest, max(shortestPause, latency / 4))
  }

  /// Returns how long after a beat another one tells nothing new.
  ///
  /// The last beat before a deadline is always needed, unless it coincides with that of another wait.
  static func freshness(for reason: Reason, latency: Nanoseconds) -> Nanoseconds {
    switch reason {
    case .isOld: max(promptness, min(shortestPause, latency / 4))
    case .isNearlyOver: promptness
    }
  }

  /// Sends the probes of one beat. Call it only on the alarm's queue.
  static func beat() {
    noteBlockage()
    let (asked, now) = Engine.withLock { state in
      let now = MonotonicClock.now()
      return (state.clock.beat(at: now), now)
    }
    for probeTarget in ProbeTarget.all where asked.contains(probeTarget.queue) {
      probeTarget.ask(at: now) { queue in tell { $0.answer(queue, at: $1) } }
    }
  }

  /// Tells the fair clock which queues waits of this library block.
  static func noteBlockage() {
    let queues = Blockage.queues
    tell { $0.noteBlockedByWaits(queues, at: $1) }
  }

  /// Stops the main queue from holding the clock: a wait on the main thread blocks it, and its run loop has nothing to
  /// do.
  static func giveUpOnMainQueue() { tell { $0.giveUp(.main, at: $1) } }

  private static func tell(_ event: (inout FairClock, MonotonicInstant) -> Stall?) {
    let stoodStill = Engine.withLock { state in
      let uncounted = state.clock.uncounted
      if let stall = event(&state.clock, MonotonicClock.now()) { Engine.observer.clockWentOn(after: stall) }
      return state.clock.uncounted != uncounted
    }
    // When the answers come at once, nothing has changed for the alarm.
    if stoodStill { DeadlineTimer.shared.timeGoesOn() }
  }
}
