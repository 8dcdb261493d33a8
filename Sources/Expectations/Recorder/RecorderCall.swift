/// One call that waits for a recorder: it adds a demand, waits until the recorder answers it or the time is over, and
/// removes it.
struct RecorderCall<Element: Sendable>: Sendable {
  let storage: RecorderStorage<Element>
  let goal: RecorderGoal
  /// The expected events, if the call has any.
  let expected: ExpectedEvents<Element>?
  let request: WaitRequest
  /// The expectation that the recorder completes when it answers the demand.
  let target: Expectation<Void>

  init(
    _ storage: RecorderStorage<Element>, _ goal: RecorderGoal, expecting expected: ExpectedEvents<Element>? = nil,
    timeout: Duration?, clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.storage = storage
    self.goal = goal
    self.expected = expected
    var bounds = FulfillmentBounds(exactly: 1)
    // A negative number of events can never come. With these bounds, the expectation can never be complete, and the
    // wait does not begin.
    if case .events(let count) = goal, count < 0 { bounds = FulfillmentBounds(exactly: count) }
    target = Expectation<Void>(
      storage.description, bounds: bounds, createdAt: storage.createdAt, calledAt: site, host: storage.host,
      isOfTest: false)
    var request = WaitRequest([target], failures: .caller, timeout: timeout, clock: clock, site: site)
    if goal == .nothing {
      request.goal = .silence
      request.timeouts = Timeouts(timeout, isOnOtherClock: request.clock.isOther, scale: Timeouts.quietScale)
    }
    request.isLoggedByCaller = true
    self.request = request
  }

  func block() -> RecorderOutcome<Element> {
    let key = storage.addDemand(for: goal, target: target)
    return outcome(of: Wait.block(request), key)
  }

  func suspend(isolation: isolated (any Actor)? = #isolation) async -> RecorderOutcome<Element> {
    let key = storage.addDemand(for: goal, target: target)
    return outcome(of: await Wait.suspend(request), key)
  }

  private func outcome(of record: WaitRecord, _ key: Int) -> RecorderOutcome<Element> {
    let report = record.takeReport()
    let outcome = RecorderOutcome(call: self, reply: storage.removeDemand(key, fails: fails(report)), report: report)
    outcome.note()
    return outcome
  }

  /// Whether a wait with this outcome is a failure, if no answer came.
  private func fails(_ report: WaitReport) -> Bool {
    switch report.outcome {
    case .timedOut, .interrupted: true
    default: false
    }
  }
}
