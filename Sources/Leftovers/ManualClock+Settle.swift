public import Expectations

extension ManualClock {
  /// Moves the clock forward by some time, and lets all tasks of the test settle before it, after it, and each time
  /// that something wakes in between.
  ///
  /// ```swift
  /// let clock = ManualClock()
  /// let timer = RepeatingTimer(every: .seconds(1), clock: clock)
  /// timer.start()
  /// await clock.settleAndAdvance(by: .seconds(10))
  /// #expect(timer.ticks == 10)
  /// ```
  ///
  /// The code under test needs no `sleepers(atLeast:)` before it, and has done its work behind it. The clock stops at
  /// the instant of each sleeper that is due, so what sleeps again, or what a woken task starts, sees every instant in
  /// order. What settles, where that is known, and what fails otherwise, is that of `settle()`.
  ///
  /// - Parameters:
  ///   - duration: How far to move the clock. A negative duration is a failure: a clock cannot go back.
  ///   - timeout: How long the tasks may take to settle each time, in time in which code could run; nil for
  ///     `ExpectationDefaults.timeout`.
  ///
  /// - Returns: Whether all has settled. If not, the clock has not been moved any further.
  @discardableResult
  public func settleAndAdvance(
    by duration: Duration, timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    guard duration >= .zero else {
      await advance(by: duration, isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
      return false
    }
    var left = duration
    while true {
      guard
        await settle(
          timeout: timeout, isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
      else { return false }
      guard let step = step(&left) else { return true }
      await advance(by: step, isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Moves the clock forward by some time, and lets all tasks of the test settle before it, after it, and each time
  /// that something wakes in between.
  ///
  /// ```swift
  /// clock.settleAndAdvance(by: .seconds(10))
  /// XCTAssertEqual(timer.ticks, 10)
  /// ```
  ///
  /// This form blocks the calling thread, as `settle()` without `await` does. For everything else, see the form that
  /// suspends.
  ///
  /// - Parameters:
  ///   - duration: How far to move the clock. A negative duration is a failure: a clock cannot go back.
  ///   - timeout: How long the tasks may take to settle each time, in time in which code could run; nil for
  ///     `ExpectationDefaults.timeout`.
  ///
  /// - Returns: Whether all has settled. If not, the clock has not been moved any further.
  @available(
    *, noasync, message: "This form blocks the thread. In an async context, use `await settleAndAdvance(by:)`."
  )
  @discardableResult
  public func settleAndAdvance(
    by duration: Duration, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    guard duration >= .zero else {
      advance(by: duration, fileID: fileID, filePath: filePath, line: line, column: column)
      return false
    }
    var left = duration
    while true {
      guard settle(timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
      else { return false }
      guard let step = step(&left) else { return true }
      advance(by: step, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// How far to move now: to the next sleeper that is due, or by all the rest; nil if no time is left.
  private func step(_ left: inout Duration) -> Duration? {
    guard left != .zero else { return nil }
    let step = min(left, max(.zero, sleepers.first ?? left))
    left -= step
    return step
  }
}
