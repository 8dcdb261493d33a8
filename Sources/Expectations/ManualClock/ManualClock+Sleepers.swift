extension ManualClock {
  /// Waits until at least so many sleep on the clock: tasks, and waits that measure their timeout on it.
  ///
  /// ```swift
  /// await clock.sleepers(atLeast: 1)
  /// ```
  ///
  /// Call it before ``advance(by:isolation:fileID:filePath:line:column:)``, so that the code under test has begun to
  /// sleep.
  ///
  /// When they do not come, a test that goes on does not wait as long again: until something sleeps on the clock, the
  /// next calls that leave the timeout to the defaults only look.
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, it ends at once and records
  /// nothing.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - timeout: How long to wait in real time; nil for ``ExpectationDefaults/timeout``. When they do not come, a
  ///     failure is recorded.
  ///   - isolation: The actor that the caller runs on, and that the call returns to.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether there are so many. If there are not, the failure has been recorded, unless the task was
  ///   cancelled.
  @discardableResult
  public func sleepers(
    atLeast count: Int, timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (number, event) = watch(for: count, at: site)
    defer { unwatch(number) }
    let record = await Wait.suspend(
      WaitRequest(TinyArray(event.expectation), timeout: patience(timeout, count), site: site))
    return hasFound(count, record, isDefault: timeout == nil, at: site)
  }

  /// Waits until at least so many sleep on the clock: tasks, and waits that measure their timeout on it.
  ///
  /// ```swift
  /// clock.sleepers(atLeast: 1)
  /// ```
  ///
  /// Call it before ``advance(by:isolation:fileID:filePath:line:column:)``, so that the code under test has begun to
  /// sleep.
  ///
  /// When they do not come, a test that goes on does not wait as long again: until something sleeps on the clock, the
  /// next calls that leave the timeout to the defaults only look.
  ///
  /// This form blocks the calling thread, as a blocking wait does; in an `async` function `await` the other form.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - timeout: How long to wait in real time; nil for ``ExpectationDefaults/timeout``. When they do not come, a
  ///     failure is recorded.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether there are so many. If there are not, the failure has been recorded.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await sleepers(atLeast:)`.")
  @discardableResult
  public func sleepers(
    atLeast count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let (number, event) = watch(for: count, at: site)
    defer { unwatch(number) }
    let record = Wait.block(WaitRequest(TinyArray(event.expectation), timeout: patience(timeout, count), site: site))
    return hasFound(count, record, isDefault: timeout == nil, at: site)
  }

  private func watch(for count: Int, at site: CallSite) -> (number: Int, event: InternalEvent) {
    let event = InternalEvent("\(count) sleepers", at: site)
    let (number, isThere) = state.withLock { state in
      let number = state.nextNumber()
      return (number, state.watch(number, for: count, event))
    }
    if isThere { event.send() }
    return (number, event)
  }

  private func unwatch(_ number: Int) {
    // The event is released outside the lock.
    _ = state.withLock { $0.unwatch(number) }
  }

  /// What did not come in the whole time by default is not waited for again.
  private func patience(_ timeout: Duration?, _ count: Int) -> Duration? {
    timeout ?? state.withLock { $0.givenUpAt.map { count >= $0 } ?? false ? .zero : nil }
  }

  private func hasFound(_ count: Int, _ wait: WaitRecord, isDefault: Bool, at site: CallSite) -> Bool {
    // A wait around it whose time is over says so itself.
    if wait.hasTimedOut, !wait.isInterrupted {
      let hasBeenSleptOn = state.withLock { state in
        if isDefault { state.givenUpAt = min(count, state.givenUpAt ?? count) }
        return state.hasBeenSleptOn
      }
      let text = hasBeenSleptOn ? description : "\(description)\(Self.neverUsed)"
      record(.tooFewSleepers(wanted: count, after: wait.report.elapsed, clock: text), at: site)
    }
    return wait.isSuccess
  }

  private static let neverUsed = ", nor have there ever been any: does the code under test have this clock?"

  /// What can be said of it when something else did not come: who sleeps on it, or that nothing ever has. nil when
  /// there have been sleepers, and there are none.
  var remark: String? {
    let (count, hasBeenSleptOn) = state.withLock { ($0.count, $0.hasBeenSleptOn) }
    guard count > 0 || !hasBeenSleptOn else { return nil }
    return "a manual clock of this test stands \(description)\(count > 0 ? "" : Self.neverUsed)"
  }

  /// How long each sleeper still has to sleep, tasks and waits alike, the shortest time first.
  public var sleepers: [Duration] {
    state.withLock { state in state.sleeping.map { .nanoseconds($0.until.since(state.now)) } }
  }
}

extension ManualClock: CustomStringConvertible {
  /// What it shows, and who sleeps: `at 30.000 s; 2 sleepers: a task, due in 5.000 s; the wait at SaveTests.swift:12,
  /// due in 10.000 s`.
  public var description: String {
    let (now, sleeping) = state.withLock { state in
      // Only what stands for nothing that could be released: sites and times.
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
  /// The line of a wait or condition; of a task none is known.
  fileprivate var site: CallSite? {
    switch self {
    case .wait(_, let site), .condition(let site): site
    case .task, .pause: nil
    }
  }
}
