extension ManualClock: ExternalClock, RemarkableClock {
  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    startTimer(.wait(wait, site), limit: limit)
  }

  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)? {
    let number = addSleeper(.condition(site), for: limit)
    return { self.removeSleeper(number) }
  }

  var paused: any ExternalClock { PausedManualClock(clock: self, seen: shown) }

  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }

  fileprivate func startTimer(_ sleeper: Sleeper, limit: Nanoseconds) -> ClockTimer {
    let elapsed = stopwatch()
    let number = addSleeper(sleeper, for: limit)
    return ClockTimer(elapsed: elapsed, cancel: { self.removeSleeper(number) })
  }
}

/// The clock that measures a pause of a condition. The condition has seen the clock at `seen`; if a test has moved the
/// clock since, the pause is over.
private struct PausedManualClock: ExternalClock {
  let clock: ManualClock
  let seen: MonotonicInstant

  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    let timer = clock.startTimer(.pause(wait), limit: limit)
    if clock.shown > seen { Engine.timeUp(wait) }
    return timer
  }

  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)? {
    clock.addCondition(limit: limit, at: site)
  }

  var paused: any ExternalClock { clock.paused }

  func stopwatch() -> @Sendable () -> Duration { clock.stopwatch() }
}
