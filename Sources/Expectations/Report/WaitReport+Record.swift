extension WaitReport {
  /// Records the failure of a wait that recorded nothing, as the wait itself would have done: at its line, in its test.
  ///
  /// For helpers that look at what happened first:
  ///
  /// ```swift
  /// let report = await outcome(of: saved, timeout: .seconds(5))
  /// if report.outcome == .timedOut { print(server.log) }
  /// report.record()
  /// ```
  ///
  /// Each problem is recorded once, however often this is called. A success and a cancelled wait have none, and a
  /// report that was decoded has lost them.
  ///
  /// - Returns: Whether the wait was successful.
  @discardableResult
  public func record() -> Bool {
    unrecorded?.record()
    return isSuccess
  }
}

/// How the failure of a wait is recorded whose caller judges for itself.
final class UnrecordedFailure: Sendable {
  private let recording: Locked<(@Sendable () -> Void)?>

  /// - Parameter recording: Records the failure. It is called once at most.
  init(_ recording: @escaping @Sendable () -> Void) {
    self.recording = Locked(recording)
  }

  func record() { recording.withLock { $0.take() }?() }
}
