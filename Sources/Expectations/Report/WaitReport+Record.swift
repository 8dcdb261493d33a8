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
  /// Each problem is recorded once, however often this is called. A success and a cancelled wait have none, and a report
  /// that was decoded has lost them.
  ///
  /// - Returns: Whether the wait was successful.
  @discardableResult
  public func record() -> Bool {
    unrecorded?.record()
    return isSuccess
  }
}

/// The problems of a wait whose caller judges for itself.
final class UnrecordedProblems: Sendable {
  private let host: any TestHost
  private let problems: Locked<[Problem]>

  init(_ problems: [Problem], host: any TestHost) {
    self.problems = Locked(problems)
    self.host = host
  }

  func record() {
    let problems = problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
    for problem in problems { host.orCurrent.record(problem) }
  }
}
