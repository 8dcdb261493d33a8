/// One consuming call of a recorder: it joins the line, waits until its demand is answered, and leaves the line.
struct RecorderCall<Element: Sendable>: Sendable {
  let storage: RecorderStorage<Element>
  let goal: RecordingGoal
  /// The expected events, if the call has any.
  let expected: ExpectedEvents<Element>?
  let request: WaitRequest
  /// The expectation that the recorder completes when it answers the demand.
  let target: Expectation<Void>

  init(
    _ storage: RecorderStorage<Element>, _ goal: RecordingGoal, expecting expected: ExpectedEvents<Element>? = nil,
    timeout: Duration?, clock: (any Clock<Duration>)?, site: CallSite
  ) {
    self.storage = storage
    self.goal = goal
    self.expected = expected
    var bounds = FulfillmentBounds(exactly: 1)
    // A negative number of events can never come. With these bounds, the expectation is impossible and the wait does
    // not begin.
    if case .events(let count) = goal, count < 0 { bounds = FulfillmentBounds(exactly: count) }
    target = Expectation<Void>(
      storage.description, bounds: bounds, createdAt: storage.createdAt, askedAt: site, host: storage.host,
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
    let key = storage.demand(want, by: target)
    return outcome(of: Wait.block(request), key)
  }

  func suspend(isolation: isolated (any Actor)? = #isolation) async -> RecorderOutcome<Element> {
    let key = storage.demand(want, by: target)
    return outcome(of: await Wait.suspend(request), key)
  }

  private func outcome(of record: WaitRecord, _ key: Int) -> RecorderOutcome<Element> {
    let report = record.takeReport()
    let outcome = RecorderOutcome(call: self, reply: storage.conclude(key, fails: fails(report)), report: report)
    outcome.note()
    return outcome
  }

  private var want: RecorderWant {
    switch goal {
    case .events(let count): .elements(count)
    case .end, .error: .end
    case .nothing: .nothing
    }
  }

  /// Whether a wait with this outcome is a failure, if no answer came.
  private func fails(_ report: WaitReport) -> Bool {
    switch report.outcome {
    case .timedOut, .interrupted: true
    default: false
    }
  }
}
