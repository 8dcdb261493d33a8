// What an observer learns of conditions.

extension Condition {
  var facts: WaitFacts {
    WaitFacts(
      number: UInt(bitPattern: ObjectIdentifier(life).hashValue),
      kind: request.goal == .eventually ? .condition : .mustLast, descriptions: [request.description],
      site: request.site, test: host.testName, began: clock.began, limit: state.limit, isBlocking: isBlocking)
  }

  func tellEnd(_ ending: ConditionEnding) {
    RunObservers.current?.waitEnded(
      facts,
      WaitEnd(outcome: ending.name, used: clock.now(), uncounted: clock.uncounted, isJudgedByCaller: false))
  }

  /// The lines of the observer for a condition whose time is over.
  func lines(for failure: ConditionFailure) -> [String] {
    guard failure.outcome == .timedOut, host.explainsTimeouts, let observer = RunObservers.current else { return [] }
    return observer.lines(for: facts)
  }
}

extension ConditionEnding {
  /// The name of the outcome of a wait that is most similar.
  var name: String {
    let outcome: WaitReport.Outcome =
      switch self {
      case .passed: .completed
      case .cancelled: .cancelled
      case .ended: .threw
      case .failed(let report): report.failure.outcome
      }
    return outcome.name
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
