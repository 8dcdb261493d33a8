extension WaitReport {
  /// Records the failure of a wait that recorded nothing, as the wait itself would have: at its line, in its test.
  ///
  /// Use it in helpers that examine the outcome first:
  ///
  /// ```swift
  /// let report = await outcome(of: saved, timeout: .seconds(5))
  /// if report.outcome == .timedOut { print(server.log) }
  /// report.record()
  /// ```
  ///
  /// However often you call it, it records each problem only once. It records nothing for a success or a canceled wait.
  ///
  /// - Returns: Whether the wait was successful.
  @discardableResult
  public func record() -> Bool {
    unrecorded?.record()
    return isSuccess
  }
}

/// Records, at most once, the failure of a wait whose caller judges the outcome.
final class UnrecordedFailure: Sendable {
  private let recording: Locked<(@Sendable () -> Void)?>

  /// - Parameter recording: Records the failure. It is called at most once.
  init(_ recording: @escaping @Sendable () -> Void) {
    self.recording = Locked(recording)
  }

  func record() { recording.withLock { $0.take() }?() }
}
