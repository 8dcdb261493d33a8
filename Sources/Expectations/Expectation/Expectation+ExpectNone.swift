extension Expectation {
  /// Checks that the expectation is not fulfilled for some time.
  ///
  /// After that, a test can wait for the expectation as usual.
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
  /// If the expectation is fulfilled, that is one failure, at the line of the first fulfillment. A fulfillment before
  /// the call and one with an error count, too. The call ends at once when a fulfillment makes the expectation
  /// complete. For something that must never happen, create the expectation with a count of 0.
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the call ends at once,
  /// returns false and records nothing.
  ///
  /// - Parameters:
  ///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window checks once. If
  ///     no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
  ///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. If the
  ///     clock stands still, the call fails after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: True if the whole window passed without a fulfillment. Otherwise, the call has recorded the failure,
  ///   unless the task was canceled.
  @discardableResult
  public func expectNone(
    for window: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = ExpectNoneCall(of: self, for: window, clock: clock, site: site)
    return call.recordFailureIfAny(in: await Wait.suspend(call.request))
  }

  /// Checks that the expectation is not fulfilled for some time.
  ///
  /// After that, a test can wait for the expectation as usual.
  ///
  /// If the expectation is fulfilled, that is one failure, at the line of the first fulfillment. A fulfillment before
  /// the call and one with an error count, too. The call ends at once when a fulfillment makes the expectation
  /// complete. For something that must never happen, create the expectation with a count of 0.
  ///
  /// This form blocks the calling thread, as `wait(timeout:)` does; in an `async` function, `await` the other form.
  ///
  /// - Parameters:
  ///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window checks once. If
  ///     no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
  ///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. If the
  ///     clock stands still, the call fails after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: True if the whole window passed without a fulfillment. Otherwise, the call has recorded the failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNone(for:)`.")
  @discardableResult
  public func expectNone(
    for window: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let call = ExpectNoneCall(of: self, for: window, clock: clock, site: site)
    return call.recordFailureIfAny(in: Wait.block(call.request))
  }
}

/// One check that an expectation is not fulfilled for some time: a wait that succeeds when it times out.
private struct ExpectNoneCall {
  let expectation: any AnyExpectation
  let request: WaitRequest

  init(of expectation: any AnyExpectation, for window: Duration?, clock: (any Clock<Duration>)?, site: CallSite) {
    self.expectation = expectation
    request = WaitRequest(
      [expectation], rule: .any, failures: .caller, goal: .silence, timeout: window, clock: clock, site: site)
  }

  /// Records a failure if there is one, and returns whether nothing came.
  func recordFailureIfAny(in record: WaitRecord) -> Bool {
    let report = record.takeReport()
    guard !report.isSuccess, report.outcome != .cancelled else { return report.isSuccess }
    let site = report.outcome == .unexpectedFulfillment ? firstFulfillmentSite : nil
    request.host.orCurrent.record(Problem(report, at: site ?? request.site))
    return false
  }

  /// The line of the first fulfillment, if the library knows it.
  private var firstFulfillmentSite: CallSite? {
    Engine.withLock { expectation.state(in: &$0).history.kept.first?.place.site }
  }
}
