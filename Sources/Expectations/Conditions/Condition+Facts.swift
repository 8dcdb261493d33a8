// What an observer learns of conditions.

extension Condition {
  var facts: WaitFacts {
    WaitFacts(
      number: UInt(bitPattern: ObjectIdentifier(life)), kind: request.goal == .eventually ? .condition : .mustLast,
      parts: [.init(description: request.description)], evaluations: state.tries, site: request.site,
      test: host.testName, began: clock.began.nanoseconds, limit: state.limit, isBlocking: isBlocking)
  }

  func tellEnd(_ ending: ConditionEnding) {
    guard let observer = RunObservers.current else { return }
    let uncounted = clock.uncounted
    observer.waitEnded(
      facts,
      WaitEnd(
        outcome: ending.outcome, used: clock.now(), uncounted: uncounted,
        stalls: Stall.all(since: clock.began, uncounted), isJudgedByCaller: false))
  }

  /// The lines of the observer, and of what lives, for a condition whose time is over.
  func lines(for failure: ConditionFailure) -> [String] {
    guard failure.outcome == .timedOut else { return [] }
    let (lines, advice) = facts.explanation(in: host)
    return lines + remarks + [advice].compactMap { $0 }
  }

  private var remarks: [String] { Shortened.lines(Living.remarks(of: host), shown: 5, indentation: "") }
}

extension ConditionEnding {
  /// The outcome of a wait that is most similar.
  var outcome: WaitReport.Outcome {
    switch self {
    case .passed: .completed
    case .cancelled: .cancelled
    case .ended: .threw
    case .failed(let report): report.failure.outcome
    }
  }
}

extension ConditionFailure {
  fileprivate var outcome: WaitReport.Outcome {
    switch self {
    case .timedOut, .tooEarly, .stillRunning: .timedOut
    case .broken: .unexpectedFulfillment
    case .unrecoverable: .threw
    case .interrupted: .interrupted
    }
  }
}
