/// How a wait came to its end.
enum WaitEnd: Sendable {
  /// Everything came, and only the caller needs to know. In a wait for any, `first` is the position of what came
  /// first.
  case uneventful(first: Int?)
  /// In a box of its own, so that an uneventful end is not slower for it.
  indirect case eventful(WaitEnding)

  /// The position of what came first, in a wait for any that is complete.
  var first: Int? {
    switch self {
    case .uneventful(let first): first
    case .eventful(let ending): ending.finish.verdict.kind.first
    }
  }
}

/// How a wait ended, for the caller of it.
enum WaitOutcome: Sendable {
  /// Everything came, and no report is wanted. In a wait for any, `first` is the position of what came first.
  case success(first: Int?)
  /// There is more to say. In a box of its own, so that a success is not slower for it.
  indirect case judged(JudgedWait)

  /// The outcome of a wait that has ended.
  @inline(__always)
  static func after(_ end: WaitEnd, of request: WaitRequest) -> WaitOutcome {
    switch end {
    case .uneventful(let first): .success(first: first)
    case .eventful(let ending): after(ending, of: request)
    }
  }

  // Not inline: what it moves about is no burden for waits that end without a record.
  @inline(never)
  private static func after(_ ending: WaitEnding, of request: WaitRequest) -> WaitOutcome {
    WaitLog.note(ending, of: request)
    if !request.isSilent, ending.isSuccess { return .success(first: ending.finish.verdict.kind.first) }
    return .judged(JudgedWait(request: request, ending: ending))
  }

  private var judged: JudgedWait? {
    if case .judged(let judged) = self { judged } else { nil }
  }

  /// The position of what came first, in a wait for any that is complete.
  var first: Int? {
    switch self {
    case .success(let first): first
    case .judged(let judged): judged.kind.first
    }
  }

  /// Whether everything came. Nothing is recorded.
  var isComplete: Bool { judged?.ending.isSuccess ?? true }

  /// Whether the time was over before everything had come. Nothing is recorded.
  var hasTimedOut: Bool { judged?.kind == .timedOut || isInterrupted }

  /// Whether the task was cancelled.
  var isCancelled: Bool { judged?.kind == .cancelled }

  /// Whether the time of the wait around this one was over.
  var isInterrupted: Bool { judged?.kind == .interrupted }

  /// The report, for callers who judge for themselves: nothing is recorded. A success has one only if the wait was silent.
  var report: WaitReport {
    guard let judged else { preconditionFailure("a wait was successful that nobody wanted a report of") }
    return judged.report
  }

  /// The same for callers who may want it recorded after all.
  var recordableReport: WaitReport {
    guard let judged else { return report }
    return judged.recordableReport
  }

  /// Records every problem of the wait that has not been recorded, and returns whether there was none.
  func isSuccess() -> Bool { judged?.isSuccess() ?? true }

  /// Records every problem of the wait that has not been recorded, and stops the test if there was one. An error that
  /// an expectation was fulfilled with is thrown instead.
  func requireSuccess() throws { try judged?.requireSuccess() }

  /// The error that an expectation was fulfilled with, which was wanted; nil when everything came instead. Another
  /// failure is recorded, and stops the test.
  func requireError() throws -> (any Error)? { try judged?.requireError() }
}
