/// The parameters of a condition, as the caller gave them.
struct ConditionRequest: Sendable {
  var description: String
  var goal: ConditionGoal
  /// How long the condition may take, or how long it must last.
  var timeouts: Timeouts
  var interval: Duration
  var options: [ConditionOption] = []
  /// An expectation that ends the window early.
  var signal: (any AnyExpectation)?
  var clock: WaitClock
  var site: CallSite

  init(
    eventually description: String, timeout: Duration?, interval: Duration, options: [ConditionOption],
    clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.init(description, .eventually, timeout, interval: interval, clock: clock, site: site)
    self.options = options
  }

  init(
    _ goal: ConditionGoal, _ description: String, for window: Duration?, until signal: (any Waitable)?,
    interval: Duration, clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.init(description, goal, window, interval: interval, clock: clock, site: site)
    self.signal = signal?.waitTarget.expectation
  }

  private init(
    _ description: String, _ goal: ConditionGoal, _ timeout: Duration?, interval: Duration,
    clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.description = description
    self.goal = goal
    self.interval = interval
    self.clock = WaitClock(clock)
    self.site = site
    timeouts = Timeouts(timeout, isOnOtherClock: self.clock.isOther)
  }

  /// The same condition without real time, if the calling thread has a controlled time.
  ///
  /// Its pauses grow to a hundredth of the timeout: where waiting takes no time, only the number of evaluations counts.
  var inControlledTime: ConditionRequest {
    guard let time = ControlledTime.current, timeouts.limit > 0 else { return self }
    var copy = self
    copy.clock = clock.controlled(by: time)
    copy.timeouts = timeouts.withoutRealTime
    copy.options.insert(.backingOff(upTo: .nanoseconds((copy.timeouts.limitOnClock ?? 0) / 100)), at: 0)
    return copy
  }
}
