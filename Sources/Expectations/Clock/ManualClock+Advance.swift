extension ManualClock {
  /// Moves the clock forward by some time, and wakes the sleepers that are then due, in the order of their instants.
  ///
  /// ```swift
  /// await clock.advance(by: .seconds(30))
  /// ```
  ///
  /// The call returns when each woken task runs again. The task may not have finished what it woke up for: wait for
  /// that with an expectation or a condition. Sleepers with an instant beyond the new time continue to sleep. A woken
  /// task that does not run for five seconds is a failure.
  ///
  /// Even when the calling task is canceled, the clock wakes all due sleepers.
  ///
  /// - Parameter duration: How far to move the clock. A negative duration is a failure: a clock cannot go back.
  nonisolated(nonsending) public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite.at(fileID, filePath, line, column)
    await move(at: site) { Instant(nanoseconds: $0.now.nanoseconds).advanced(by: duration) }
  }

  /// Moves the clock forward to an instant: see `advance(by:)`. An instant in the past is a failure.
  nonisolated(nonsending) public func advance(
    to instant: Instant,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await move(at: .at(fileID, filePath, line, column)) { _ in instant }
  }

  /// Moves the clock forward to the instant of its last sleeper, and wakes all sleepers, in the order of their
  /// instants.
  ///
  /// With no sleeper, the call does nothing. It does not wait for tasks that sleep again until a later instant: a task
  /// that ticks forever would never let it end.
  nonisolated(nonsending) public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await move(at: .at(fileID, filePath, line, column)) { Instant(nanoseconds: $0.last.nanoseconds) }
  }

  /// Waits until at least `count` tasks sleep on the clock.
  ///
  /// ```swift
  /// await clock.waitForSleepers(1)
  /// ```
  ///
  /// Call it before `advance(by:)`, to be sure that your code has begun to sleep.
  ///
  /// When too few sleepers come, the test does not wait that long again: until something sleeps on the clock, later
  /// calls without a timeout that ask for as many sleepers only check once. On a clock of ``immediate()`` or
  /// `unexpected()`, where no task sleeps, each call fails at once.
  ///
  /// It suspends the calling task and holds no thread. When the task is canceled, the call ends at once and records
  /// nothing.
  ///
  /// - Parameters:
  ///   - count: How many sleepers to wait for.
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``.
  ///
  /// - Returns: Whether there are enough sleepers. If not, the call has recorded the failure, unless the task was
  ///   canceled.
  @discardableResult
  nonisolated(nonsending) public func waitForSleepers(
    _ count: Int = 1, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite.at(fileID, filePath, line, column)
    let request = AnyExpectation("\(count) sleepers", FulfillmentCount(1...), createdAt: site, role: .ofCall)
    let (number, isThere, limit) = state.withLock { state in
      let number = state.nextNumber()
      // If as many have already not come within the default timeout, they are not waited for again.
      let limit = isManual ? timeout ?? (state.unreachedCount.map { count >= $0 } ?? false ? .zero : nil) : .zero
      return (number, state.add(request, number, for: count), limit)
    }
    if isThere { return true }
    let ended = await Wait(timeout: limit, site: site).suspend(for: [request])
    // The request is released after the lock.
    withExtendedLifetime(state.withLock { $0.removeRequest(number) }) {}
    // If the time of a wait around this one is over, that wait records the failure itself.
    if ended.verdict.hasTimedOut { recordTooFew(count, isDefault: timeout == nil, ended, at: site) }
    return ended.isSuccess
  }

  private func recordTooFew(_ count: Int, isDefault: Bool, _ ended: EndedWait, at site: CallSite) {
    let hasBeenSleptOn = state.withLock { state in
      if isDefault { state.unreachedCount = min(count, state.unreachedCount ?? count) }
      return state.hasBeenSleptOn
    }
    let timeout = ended.wait.timeout
    let time =
      DurationText.short(.nanoseconds(ended.wait.limit))
      + (timeout < .zero ? " (a negative timeout, \(DurationText.short(timeout)), counts as 0)" : "")
    let wanted = count == 1 ? "a sleeper" : "\(count) sleepers"
    let reason = !isManual ? ": each sleep on it returns at once" : hasBeenSleptOn ? "" : Self.neverUsed
    ended.host.record(
      Problem(call: "Waited \(time) for \(wanted) on a clock\n  \(description)\(reason)", at: site))
  }

  /// How long each task still has to sleep, the shortest time first.
  public var sleepers: [Duration] {
    state.withLock { state in state.instants.map { .nanoseconds($0.since(state.now)) } }
  }

  // MARK: Moving

  nonisolated(nonsending) private func move(
    at site: CallSite, _ target: (ClockState<Sleeper, AnyExpectation>) -> Instant
  ) async {
    jump(to: target, at: site)
    while let sleeper = state.withLock({ $0.popDue() }) {
      let woken = AnyExpectation("a woken task runs", FulfillmentCount(1...), createdAt: site, role: .ofCall)
      sleeper.resume(returning: woken)
      let ended = await Wait.ofLibrary(limit: Self.timeToWake, site: site).suspend(for: [woken])
      // A caller stops waiting when it is canceled, or when the time of a wait around the call is over. It still wakes
      // all sleepers.
      guard ended.verdict.hasTimedOut else { continue }
      let time = DurationText.short(.nanoseconds(ended.wait.limit))
      let problem = "A task that slept on a clock was woken, but did not run for \(time)"
      ended.host.record(Problem(call: "\(problem)\n  \(description)", at: site))
    }
  }

  /// How long a woken task may take to run again, in time in which code could run.
  private static let timeToWake = Limits(.seconds(5)).limit

  private func jump(to target: (ClockState<Sleeper, AnyExpectation>) -> Instant, at site: CallSite) {
    let (now, instant) = state.withLock { state in
      let (now, instant) = (Instant(nanoseconds: state.now.nanoseconds), target(state))
      state.jump(to: Expectations.Instant(nanoseconds: instant.nanoseconds))
      return (now, instant)
    }
    guard instant < now else { return }
    TestHosts.current.record(
      Problem(call: "A clock cannot go back from \(now) to \(instant)\n  its time has not changed", at: site))
  }
}

extension ManualClock {
  // As in `Conditions/Unavailable.swift`: declarations for easy mistakes.
  @available(*, unavailable, message: "A time is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  public func advance(by duration: Double) { fatalError("unavailable") }

  @available(*, unavailable, renamed: "waitForSleepers(_:timeout:)")
  @_documentation(visibility: private)
  @discardableResult
  public func sleepers(atLeast count: Int, timeout: Duration? = nil) -> Bool { fatalError("unavailable") }
}
