/// The outcome of a condition, or of a call of a recorder: records its failure, if there is one, and returns or throws
/// for the caller.
struct CallOutcome {
  enum Ending {
    case success
    case failed(Problem)
    /// The task was canceled.
    case cancelled
    /// An error that the caller throws on. If it cannot throw, it records the problem, unless that is recorded.
    case threw(any Error, Problem?)
  }

  let ending: Ending
  let host: any TestHost

  /// Records a failure if there is one, and returns whether the call was successful.
  func recordFailureIfAny() -> Bool {
    switch ending {
    case .success: return true
    case .cancelled, .threw(_, nil): return false
    case .failed(let problem), .threw(_, let problem?):
      host.record(problem)
      return false
    }
  }

  /// Records a failure if there is one, and throws the error that stops the test, or the error that came instead.
  func requireSuccess() throws {
    switch ending {
    case .success: return
    case .cancelled: throw CancellationError()
    case .threw(let error, _): throw error
    case .failed(let problem): throw host.stop(recording: problem)
    }
  }
}
