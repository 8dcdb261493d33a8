/// The outcome of a condition that is over: records its failure, if there is one, and returns or throws for the caller.
struct ConditionOutcome {
  private let ending: ConditionEnding
  private let host: any TestHost
  private let site: CallSite

  init(_ ending: ConditionEnding, host: any TestHost, site: CallSite) {
    self.ending = ending
    self.host = host
    self.site = site
  }

  /// Records a failure if there is one, and returns whether the goal was reached.
  func recordFailureIfAny() -> Bool {
    switch ending {
    case .passed: return true
    case .cancelled: return false
    case .failed(let report):
      host.record(Problem(report, at: site))
      return false
    }
  }

  /// Records a failure if there is one, and throws the error that stops the test.
  func requireSuccess() throws {
    switch ending {
    case .passed: return
    case .cancelled: throw CancellationError()
    case .failed(let report):
      throw host.stop(
        recording: Problem(report, at: site), orElse: UnmetExpectationError(description: report.text))
    }
  }
}
