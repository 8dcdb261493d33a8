/// Asks, for as long as a wait lasts that is not over soon, whether anything can run: what the fair clock goes by.
///
/// A wait that ends soon pays nothing for it. One of 20 ms and more is looked at after a tenth of its limit, after
/// half a second at the latest; from then on there are some beats in every limit, and at most one a second.
enum Heartbeat {
  private static let shortestLimit: Nanoseconds = 20_000_000
  private static let latestFirstCheck: Nanoseconds = 500_000_000
  /// Answers that come sooner than this come at once.
  private static let promptness: Nanoseconds = 5_000_000
  private static let shortestPause: Nanoseconds = 50_000_000
  private static let longestPause: Nanoseconds = 1_000_000_000

  /// When a wait that begins at an instant is to be looked at for the first time; `.never` if it is too short to ask.
  static func firstCheck(from start: Instant, limit: Nanoseconds) -> Instant {
    limit < shortestLimit ? .never : start.advanced(by: min(limit / 10, latestFirstCheck))
  }

  /// Why a wait wants a beat. Both know its limit.
  enum Reason {
    case isOld(Nanoseconds)
    case isNearlyOver(Nanoseconds)
  }

  /// When to ask for the last time before a deadline, so that whatever stands in line for its turn has it before the
  /// time is over: the clock stands still soon enough when there is no answer.
  static func lastBeat(before deadline: Instant) -> Instant {
    deadline == .never ? .never : deadline.advanced(by: -2 * FairClock.hundredth)
  }

  /// How long to count the time without asking, where the shortest wait has a certain limit and the last beat took a
  /// certain time.
  ///
  /// What is served late is soon asked again: time goes on no faster than beats are served. A quarter as long as
  /// those take at least, so that what never comes is found out in the end.
  static func pause(limit: Nanoseconds, latency: Nanoseconds) -> Nanoseconds {
    let longest = min(limit / 4, longestPause)
    return latency < promptness ? longest : min(longest, max(shortestPause, latency / 4))
  }

  /// How long after a beat another one would tell nothing new. The last one before a deadline always does, if it is
  /// not one with that of another wait.
  static func freshness(for reason: Reason, latency: Nanoseconds) -> Nanoseconds {
    switch reason {
    case .isOld: max(promptness, min(shortestPause, latency / 4))
    case .isNearlyOver: promptness
    }
  }

  /// Sends the questions of one beat. Only on the alarm's queue.
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

  /// Tells the clock what waits of this library block themselves.
  static func noteBlockage() {
    let queues = Blockage.queues
    tell { $0.noteBlockedByWaits(queues, at: $1) }
  }

  /// The main queue is blocked by a wait on the main thread, which found its run loop with nothing to do.
  static func giveUpOnMainQueue() { tell { $0.giveUp(.main, at: $1) } }

  private static func tell(_ event: (inout FairClock, Instant) -> Stall?) {
    let stoodStill = Engine.withLock { state in
      let uncounted = state.clock.uncounted
      if let stall = event(&state.clock, MonotonicClock.now()) { Engine.observer.clockWentOn(after: stall) }
      return state.clock.uncounted != uncounted
    }
    // Where the answers come at once, nothing has changed for the alarm.
    if stoodStill { DeadlineTimer.shared.timeGoesOn() }
  }
}
