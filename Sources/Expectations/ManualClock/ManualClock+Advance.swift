extension ManualClock {
  /// Moves the clock forward by some time, and wakes the sleepers that are then due, in the order of their instants.
  ///
  /// ```swift
  /// await clock.advance(by: .seconds(30))
  /// ```
  ///
  /// The call returns when each woken task runs again. The task may not have finished what it woke up for: wait for
  /// that with an expectation or a condition. Sleepers with an instant beyond the new time continue to sleep.
  ///
  /// This form suspends the calling task. Even when the task is canceled, the clock wakes all due sleepers.
  ///
  /// - Parameter duration: How far to move the clock. A negative duration is a failure: a clock cannot go back.
  public func advance(
    by duration: Duration, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await move(at: site) { $0.now.moved(by: duration.saturatedNanoseconds) }
  }

  /// Moves the clock forward by some time, and wakes the sleepers that are then due, in the order of their instants.
  ///
  /// ```swift
  /// clock.advance(by: .seconds(30))
  /// ```
  ///
  /// The call returns when each woken task runs again. The task may not have finished what it woke up for: wait for
  /// that with an expectation or a condition. Sleepers with an instant beyond the new time continue to sleep.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form.
  ///
  /// - Parameter duration: How far to move the clock. A negative duration is a failure: a clock cannot go back.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await advance(by:)`.")
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    moveBlocking(at: site) { $0.now.moved(by: duration.saturatedNanoseconds) }
  }

  /// Moves the clock forward to an instant, and wakes the sleepers that are then due, in the order of their instants.
  ///
  /// The call returns when each woken task runs again. The task may not have finished what it woke up for: wait for
  /// that with an expectation or a condition. Sleepers with an instant beyond the new time continue to sleep.
  ///
  /// This form suspends the calling task. Even when the task is canceled, the clock wakes all due sleepers.
  ///
  /// - Parameter instant: The new time. An instant in the past is a failure: a clock cannot go back.
  public func advance(
    to instant: Instant, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await move(at: site) { _ in instant.point }
  }

  /// Moves the clock forward to an instant, and wakes the sleepers that are then due, in the order of their instants.
  ///
  /// The call returns when each woken task runs again. The task may not have finished what it woke up for: wait for
  /// that with an expectation or a condition. Sleepers with an instant beyond the new time continue to sleep.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form.
  ///
  /// - Parameter instant: The new time. An instant in the past is a failure: a clock cannot go back.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await advance(to:)`.")
  public func advance(
    to instant: Instant,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    moveBlocking(at: site) { _ in instant.point }
  }

  /// Moves the clock forward to the instant of its last sleeper, and wakes all sleepers, in the order of their
  /// instants.
  ///
  /// With no sleeper, the call does nothing. It does not wait for tasks that sleep again until a later instant: a task
  /// that ticks forever would never let it end.
  ///
  /// This form suspends the calling task. Even when the task is canceled, the clock wakes all due sleepers.
  public func run(
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await move(at: site) { $0.last }
  }

  /// Moves the clock forward to the instant of its last sleeper, and wakes all sleepers, in the order of their
  /// instants.
  ///
  /// With no sleeper, the call does nothing. It does not wait for tasks that sleep again until a later instant: a task
  /// that ticks forever would never let it end.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await run()`.")
  public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    moveBlocking(at: site) { $0.last }
  }

  // MARK: Moving

  private func move(
    at site: CallSite, isolation: isolated (any Actor)? = #isolation, _ target: (State) -> MonotonicInstant
  ) async {
    jump(to: target, at: site)
    while let event = wakeNext(at: site) {
      check(await Wait.suspend(WaitRequest(TinyArray(event.expectation), timeout: nil, site: site)), at: site)
    }
  }

  private func moveBlocking(at site: CallSite, _ target: (State) -> MonotonicInstant) {
    jump(to: target, at: site)
    while let event = wakeNext(at: site) {
      check(Wait.block(WaitRequest(TinyArray(event.expectation), timeout: nil, site: site)), at: site)
    }
  }

  private func jump(to target: (State) -> MonotonicInstant, at site: CallSite) {
    let (now, instant) = state.withLock { state in
      let (now, instant) = (state.now, target(state))
      state.jump(to: instant)
      return (now, instant)
    }
    guard instant < now else { return }
    record(.backwards(from: .nanoseconds(now.nanoseconds), to: .nanoseconds(instant.nanoseconds)), at: site)
  }

  /// Wakes the due sleepers, up to the first that is a task. Returns the event that the task sends when it runs; nil
  /// when no sleeper is due.
  private func wakeNext(at site: CallSite) -> InternalEvent? {
    while let sleeper = state.withLock({ $0.popDue() }) {
      switch sleeper {
      case .wait(let wait, _), .pause(let wait):
        Engine.timeUp(wait)
      case .condition:
        continue
      case .task(let continuation):
        let event = InternalEvent("a woken task runs", at: site)
        continuation.resume(returning: event)
        return event
      }
    }
    return nil
  }

  /// Ends the waits whose time is over, on a clock on which no task sleeps.
  func wakeWaits() {
    while let sleeper = state.withLock({ $0.popDue() }) {
      switch sleeper {
      case .wait(let wait, _), .pause(let wait): Engine.timeUp(wait)
      case .condition: continue
      case .task(let continuation): continuation.resume(returning: nil)
      }
    }
  }

  private func check(_ wait: WaitRecord, at site: CallSite) {
    // A caller stops waiting when it is canceled, or when the time of a wait around the call is over. It still wakes
    // all sleepers.
    guard wait.hasTimedOut, !wait.isInterrupted else { return }
    record(.notAwake(after: wait.elapsed, clock: description), at: site)
  }

  func record(_ misuse: ClockMisuse, at site: CallSite) {
    TestHosts.current.record(Problem(misuse, at: site))
  }
}

extension ManualClock {
  // As in `Expectation+Unavailable.swift`: a declaration for an easy mistake.
  @available(*, unavailable, message: "A time is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  public func advance(by duration: Double) { fatalError("unavailable") }
}

extension MonotonicInstant {
  /// The instant that is later by `nanoseconds`, or earlier if they are negative; it saturates at both ends of time.
  fileprivate func moved(by nanoseconds: Nanoseconds) -> MonotonicInstant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicInstant(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
  }
}

/// A wrong use of a manual clock, reported as a failure.
enum ClockMisuse: Finding {
  /// A test set the clock back.
  case backwards(from: Duration, to: Duration)
  /// Fewer sleepers came than the minimum that a test waited for.
  case tooFewSleepers(minimum: Int, after: Duration, clock: String)
  /// A task that the clock woke did not run.
  case notAwake(after: Duration, clock: String)

  var text: String {
    switch self {
    case .backwards(let now, let target):
      """
      A clock cannot go back from \(DurationText.exact(now)) to \(DurationText.exact(target))
        its time has not changed
      """
    case .tooFewSleepers(let minimum, let time, let clock):
      """
      Waited \(DurationText.short(time)) for \(minimum == 1 ? "a sleeper" : "\(minimum) sleepers") on a clock
        \(clock)
      """
    case .notAwake(let time, let clock):
      """
      A task that slept on a clock was woken, but did not run for \(DurationText.short(time)): concurrency pool busy
        \(clock)
      """
    }
  }
}
