extension Expectation {
  /// Checks that it does not happen for some time. Afterwards it can be waited for as usual.
  ///
  /// ```swift
  /// let acquired = Expectation("lock acquired")
  /// Task {
  ///   await lock.acquire()
  ///   acquired.fulfill()
  /// }
  /// await acquired.expectNone(for: .milliseconds(100))  // held by the test
  /// lock.release()
  /// await acquired.wait()
  /// ```
  ///
  /// Any fulfillment, also one before the call and one with an error, is a failure at its line, and ends the call at
  /// once where it makes the expectation complete. For what must not happen at all, create it with a count of 0.
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, it ends at once, returns
  /// false and records nothing.
  ///
  /// - `window`: How long; ``ExpectationDefaults/timeout`` when nil. Zero and less look once. It is multiplied by the
  ///   environment variable `EXPECTATIONS_QUIET_SCALE`.
  /// - `clock`: What the window is measured on, when it is not the machine's clock; see ``ManualClock``.
  /// - `isolation`: The actor that the caller runs on, and comes back to.
  ///
  /// - Returns: Whether it did not happen. A failure has then been recorded.
  @discardableResult
  public func expectNone(
    for window: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let look = LookForNone(of: self, for: window, clock: clock, site: site)
    return look.isSuccess(await Wait.suspend(look.request))
  }

  /// The form for synchronous tests: it blocks the calling thread, as a blocking wait does.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNone(for:)`.")
  @discardableResult
  public func expectNone(
    for window: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let look = LookForNone(of: self, for: window, clock: clock, site: site)
    return look.isSuccess(Wait.block(look.request))
  }
}

/// One check that an expectation is not fulfilled for some time: a wait for it that ought to run out of time.
private struct LookForNone {
  let core: ExpectationCore
  let request: WaitRequest

  init(of core: ExpectationCore, for window: Duration?, clock: (any Clock<Duration>)?, site: CallSite) {
    self.core = core
    var request = WaitRequest([core], rule: .any, isSilent: true, timeout: window, clock: clock, site: site)
    request.isRecordedElsewhere = true
    if !request.clock.isOther { request.timeouts = Timeouts(window, scale: Timeouts.quietScale) }
    request.isNotedElsewhere = true
    self.request = request
  }

  /// Records the failure, if it is one, and returns whether nothing came.
  func isSuccess(_ outcome: WaitOutcome) -> Bool {
    var report = outcome.report
    let came = report.expectations.contains { $0.fulfillmentCount > 0 }
    if came, report.outcome != .cancelled {
      report.outcome = .unexpectedFulfillment
      report.decisive = 0
    } else if report.outcome == .timedOut, !report.gaveUpOnItsClock {
      report.outcome = .completed
    }
    note(report)
    guard !report.isSuccess, report.outcome != .cancelled else { return report.isSuccess }
    let site = came ? siteOfTheFirst ?? request.site : request.site
    request.host.orCurrent.record(Problem(.wait(report), at: site))
    return false
  }

  /// The line of the first fulfillment, if it is known.
  private var siteOfTheFirst: CallSite? {
    Engine.state.withLock { core.state(in: &$0).history.kept.first?.place.site }
  }

  private func note(_ report: WaitReport) {
    let used = report.elapsed - report.delay - report.uncounted
    WaitLog.note(
      WaitLog.Note(
        kind: .mustNotHappen, description: "\"\(core.title)\"", outcome: report.outcome.name,
        used: used.saturatedNanoseconds, allowed: request.timeouts.limit,
        onClock: WaitLog.ClockTime(used: report.elapsedOnClock, of: request.timeouts),
        uncounted: report.uncounted.saturatedNanoseconds, site: request.site, host: request.host))
  }
}
