// What an observer learns of the calls of recorders.

extension RecorderCall {
  /// Another object for each call.
  final class Identity: Sendable {}

  private func facts(began: Instant) -> WaitFacts {
    WaitFacts(
      number: identity.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0,
      kind: goal == .nothing ? .mustNotHappen : .recording, parts: [.init(description: storage.description)],
      site: site,
      test: storage.host.testName, began: began.nanoseconds, limit: limit, isBlocking: isBlocking)
  }

  mutating func tellBeginning(in context: CallingContext) {
    isBlocking = context != .suspended
    guard let observer = RunObservers.current, let clock else { return }
    identity = Identity()
    observer.waitBegan(facts(began: clock.began))
  }

  /// Tells the observer of the end, and asks it for lines if the time is over.
  func tellEnd(_ outcome: inout RecorderOutcome<Element>) {
    guard let clock else { return }
    let (facts, name) = (facts(began: clock.began), outcome.name)
    if name == .timedOut, var report = outcome.report {
      (report.observed, report.advice) = facts.explanation(in: storage.host.orCurrent)
      outcome.report = report
    }
    guard identity != nil else { return }
    let uncounted = clock.uncounted
    RunObservers.current?.waitEnded(
      facts,
      WaitEnd(
        outcome: name, used: clock.now(), uncounted: uncounted, stalls: Stall.all(since: clock.began, uncounted),
        isJudgedByCaller: false))
  }
}

extension RecorderOutcome {
  /// The outcome of a wait that is most similar.
  fileprivate var name: WaitReport.Outcome {
    switch judgment {
    case .success: .completed
    case .cancelled: .cancelled
    case .failure(.silence): .timedOut
    case .failure(.interrupted): .interrupted
    case .failure(.unexpected), .failure(.different): .unexpectedFulfillment
    case .failure(.ended): .cannotComplete("it has ended")
    case .failure(.negativeCount): .cannotComplete("its count is negative")
    case .failure(.failed): .threw
    }
  }
}
