extension ManualClock {
  /// Waits until the clock has at least `count` sleepers: tasks, and waits and conditions with a timeout on the clock.
  ///
  /// ```swift
  /// await clock.sleepers(atLeast: 1)
  /// ```
  ///
  /// Call it before ``advance(by:isolation:fileID:filePath:line:column:)``, to be sure that the code under test has
  /// begun to sleep.
  ///
  /// When too few sleepers come, the test does not wait that long again: until something sleeps on the clock, later
  /// calls without a timeout that ask for as many sleepers only check once.
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the call ends at once and
  /// records nothing.
  ///
  /// - Parameters:
  ///   - count: How many sleepers to wait for.
  ///   - timeout: How long to wait in real time; nil for ``ExpectationDefaults/timeout``. When too few sleepers come,
  ///     the call records a failure.
  ///
  /// - Returns: Whether there are enough sleepers. If not, the call has recorded the failure, unless the task was
  ///   canceled.
  @discardableResult
  public func sleepers(
    atLeast count: Int, timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (number, event) = requestSleepers(count, at: site)
    defer { removeRequest(number) }
    let record = await Wait.suspend(
      WaitRequest(TinyArray(event.expectation), timeout: effectiveTimeout(timeout, count), site: site))
    return hasFound(count, record, isDefault: timeout == nil, at: site)
  }

  /// Waits until the clock has at least `count` sleepers: tasks, and waits and conditions with a timeout on the clock.
  ///
  /// ```swift
  /// clock.sleepers(atLeast: 1)
  /// ```
  ///
  /// Call it before ``advance(by:isolation:fileID:filePath:line:column:)``, to be sure that the code under test has
  /// begun to sleep.
  ///
  /// When too few sleepers come, the test does not wait that long again: until something sleeps on the clock, later
  /// calls without a timeout that ask for as many sleepers only check once.
  ///
  /// This form blocks the calling thread, as a blocking wait does; in an `async` function, `await` the other form.
  ///
  /// - Parameters:
  ///   - count: How many sleepers to wait for.
  ///   - timeout: How long to wait in real time; nil for ``ExpectationDefaults/timeout``. When too few sleepers come,
  ///     the call records a failure.
  ///
  /// - Returns: Whether there are enough sleepers. If not, the call has recorded the failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await sleepers(atLeast:)`.")
  @discardableResult
  public func sleepers(
    atLeast count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (number, event) = requestSleepers(count, at: site)
    defer { removeRequest(number) }
    let record = Wait.block(
      WaitRequest(TinyArray(event.expectation), timeout: effectiveTimeout(timeout, count), site: site))
    return hasFound(count, record, isDefault: timeout == nil, at: site)
  }

  /// Waits until the clock has at least `count` sleepers. It takes the place of `sleepers(atLeast:)`.
  ///
  /// - Parameters:
  ///   - count: How many sleepers to wait for.
  ///   - timeout: How long to wait in real time; nil for ``ExpectationDefaults/timeout``.
  ///
  /// - Returns: Whether there are enough sleepers.
  @discardableResult
  public func waitForSleepers(
    _ count: Int = 1, timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    await sleepers(
      atLeast: count, timeout: timeout, isolation: isolation, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  private func requestSleepers(_ count: Int, at site: CallSite) -> (number: Int, event: InternalEvent) {
    let event = InternalEvent("\(count) sleepers", at: site)
    let (number, isThere) = state.withLock { state in
      let number = state.nextNumber()
      return (number, state.addCountRequest(number, for: count, event))
    }
    if isThere { event.send() }
    return (number, event)
  }

  private func removeRequest(_ number: Int) {
    // The event is released outside the lock.
    _ = state.withLock { $0.removeCountRequest(number) }
  }

  /// Returns the timeout of a call: zero if at least as many sleepers have already not come within the default timeout.
  private func effectiveTimeout(_ timeout: Duration?, _ count: Int) -> Duration? {
    timeout ?? state.withLock { $0.unreachedCount.map { count >= $0 } ?? false ? .zero : nil }
  }

  private func hasFound(_ count: Int, _ wait: WaitRecord, isDefault: Bool, at site: CallSite) -> Bool {
    // If the time of a wait around this one is over, that wait records the failure itself.
    if wait.hasTimedOut, !wait.isInterrupted {
      let hasBeenSleptOn = state.withLock { state in
        if isDefault { state.unreachedCount = min(count, state.unreachedCount ?? count) }
        return state.hasBeenSleptOn
      }
      let text = hasBeenSleptOn ? description : "\(description)\(Self.neverUsed)"
      record(.tooFewSleepers(minimum: count, after: wait.elapsed, clock: text), at: site)
    }
    return wait.isSuccess
  }

  private static let neverUsed = ", and it never had any: does the code under test use this clock?"

  /// A remark about this clock for the failure of another wait: which sleepers it has, or that it never had any; nil
  /// when it has none now, but had some before.
  var remark: String? {
    guard isManual else { return nil }
    let (count, hasBeenSleptOn) = state.withLock { ($0.count, $0.hasBeenSleptOn) }
    guard count > 0 || !hasBeenSleptOn else { return nil }
    return "a manual clock of this test is \(description)\(count > 0 ? "" : Self.neverUsed)"
  }

  /// How long each sleeper still has to sleep, the shortest time first; tasks, waits and conditions all count.
  public var sleepers: [Duration] {
    state.withLock { state in state.sleeping.map { .nanoseconds($0.until.since(state.now)) } }
  }
}

extension ManualClock: Lasting {
  var ongoing: String? { sleepers.isEmpty ? nil : "a manual clock is \(description)" }

  func keeping(_ object: AnyObject) -> String? { nil }
}

extension ManualClock: CustomStringConvertible {
  /// The time of the clock and its sleepers: `at 30.000 s; 2 sleepers: a task, due in 5.000 s; the wait at
  /// SaveTests.swift:12, due in 10.000 s`.
  public var description: String {
    let (now, sleeping) = state.withLock { state in
      // Copies only sites and times out of the lock: they hold no reference that could be released.
      (state.now, state.sleeping.map { ($0.sleeper.site, $0.until.since(state.now)) })
    }
    let shown = sleeping.prefix(10).map { site, time in
      "\(site.map { "the wait at \($0)" } ?? "a task"), due in \(DurationText.exact(time))"
    }
    let rest = sleeping.count > 10 ? [" and \(sleeping.count - 10) more"] : []
    let count = sleeping.count == 1 ? "1 sleeper" : "\(sleeping.count == 0 ? "no" : "\(sleeping.count)") sleepers"
    return "at \(DurationText.exact(now.nanoseconds)); \(count)\(shown.isEmpty ? "" : ": ")"
      + shown.joined(separator: "; ") + rest.joined()
  }
}

extension ManualClock.Sleeper {
  /// The line of a wait or a condition; nil for a task or a pause.
  fileprivate var site: CallSite? {
    switch self {
    case .wait(_, let site), .condition(let site): site
    case .task, .pause: nil
    }
  }
}
