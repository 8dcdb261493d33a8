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
    request = WaitRequest(
      [target], failures: .caller, goal: goal == .nothing ? .silence : .completion, isLoggedByCaller: true,
      timeout: timeout, clock: clock, site: site)
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
    let outcome = RecorderOutcome(
      call: self, reply: storage.removeDemand(key, fails: fails(report)), report: report, began: record.started.real)
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

/// The outcome of a consuming call that is over: records its failure, if there is one, and returns or throws for the
/// caller.
struct RecorderOutcome<Element: Sendable> {
  let call: RecorderCall<Element>
  let reply: RecorderReply<Element>
  let report: WaitReport
  let began: MonotonicInstant

  /// The events that the call consumed; throws as `requireSuccess()` does.
  func requireEvents() throws -> [Element] {
    try requireSuccess()
    return reply.consumed
  }

  /// The error that the events ended with, for a call that waits for one; throws as `requireSuccess()` does.
  func requireError() throws -> any Error {
    try requireSuccess()
    guard case .failed(let error) = reply.end else { preconditionFailure("a success without the error it is for") }
    return error
  }

  /// Throws the recorded error. Records any other failure, and throws the error that stops the test.
  func requireSuccess() throws {
    switch judgment {
    case .success: return
    case .cancelled: throw CancellationError()
    case .failure(.failed(let error)):
      let note = ThrownError(
        error: "\(error)", site: call.request.site, description: problem(.failed(error)).text)
      storage.host.orCurrent.noteThrown(note)
      throw error
    case .failure(let cause):
      throw storage.host.orCurrent.stop(recording: problem(cause))
    case .recorded: throw storage.host.orCurrent.stop(recording: nil)
    }
  }

  /// Records a failure if there is one, and returns whether the call was successful.
  func recordFailureIfAny() -> Bool {
    switch judgment {
    case .success: return true
    case .cancelled, .recorded: return false
    case .failure(let cause):
      storage.host.orCurrent.record(problem(cause))
      return false
    }
  }

  /// Notes the call in the log of the run's waits.
  func note() {
    let request = call.request
    WaitLog.note(
      WaitLog.Note(
        kind: call.goal == .nothing ? .mustNotHappen : .recording, description: "\"\(storage.description)\"",
        outcome: judgment.outcome.name, began: began,
        used: (report.elapsed - report.delay - report.uncounted).saturatedNanoseconds,
        allowed: request.timeouts.limit,
        onClock: WaitLog.ClockTime(used: report.elapsedOnClock, of: request.timeouts),
        uncounted: report.uncounted.saturatedNanoseconds, site: request.site, host: storage.host))
  }

  private enum Judgment {
    case success
    case cancelled
    case failure(RecordingFailure.Cause)
    /// The problem was already recorded when the call began.
    case recorded

    /// The outcome of a wait that is most similar to this failure.
    var outcome: WaitReport.Outcome {
      switch self {
      case .success: .completed
      case .cancelled: .cancelled
      case .failure(.silence): .timedOut
      case .failure(.interrupted): .interrupted
      case .failure(.unexpected), .failure(.different): .unexpectedFulfillment
      case .failure(.failed): .threw
      case .failure(.ended), .recorded: .cannotComplete("")
      }
    }
  }

  private var judgment: Judgment {
    if case .cannotComplete = report.outcome { return .recorded }
    return switch reply.answer {
    case .events: difference.map { .failure(.different($0)) } ?? .success
    case .unexpected: .failure(.unexpected)
    case .ended(_, let isUnreported): judgmentOfEnd(isUnreported: isUnreported)
    case nil: judgmentOfWait
    }
  }

  private func judgmentOfEnd(isUnreported: Bool) -> Judgment {
    switch (call.goal, reply.end) {
    case (.error, .failed), (.end, .finished): .success
    case (.nothing, .failed(let error)) where isUnreported: .failure(.failed(error))
    case (.nothing, _): .success
    case (_, .failed(let error)): .failure(.failed(error))
    case (.events, _), (.error, _), (.end, _): .failure(.ended)
    }
  }

  private var judgmentOfWait: Judgment {
    switch report.outcome {
    case .cancelled: .cancelled
    case .interrupted: .failure(.interrupted)
    case .completed: .success
    default: .failure(.silence)
    }
  }

  private var storage: RecorderStorage<Element> { call.storage }

  /// The first event that differs from the expected one, if the call expects certain events.
  private var difference: EventDifference? {
    guard case .events(let range) = reply.answer else {
      let (events, offset) = reply.shown.unconsumed
      return call.expected?.difference(from: events, offset: offset)
    }
    return call.expected?.difference(from: reply.consumed, offset: range.lowerBound)
  }

  /// The events that a failure shows: those that the call did not expect or that are left, or those that it consumed
  /// and that differ.
  private var events: RecordedEvents<Element> {
    guard case .events(let range) = reply.answer else { return reply.shown }
    return RecordedEvents(consumedNow: range, reply.consumed)
  }

  private func problem(_ cause: RecordingFailure.Cause) -> Problem {
    let events = events
    let failure = RecordingFailure(
      goal: call.goal, cause: cause, events: events.map(EventText.describe),
      expected: call.expected?.excerpt(offset: events.unconsumed.offset), difference: difference,
      createdAt: storage.createdAt, report: report)
    let finding = RecordingFinding(name: storage.description, kind: .call(failure))
    return Problem(finding, at: call.request.site)
  }
}

extension RecorderStorage {
  /// Notes a call that did not have to wait, if the run keeps a ledger.
  func noteImmediateCall(timeout: Duration?, clock: (any Clock<Duration>)?, site: CallSite) {
    Watchdog.noteProgress()
    guard Ledger.shared != nil else { return }
    let timeouts = Timeouts(timeout, isOnOtherClock: WaitClock(clock).isOther)
    WaitLog.note(
      WaitLog.Note(
        kind: .recording, description: "\"\(description)\"", outcome: WaitReport.Outcome.completed.name,
        began: MonotonicClock.now(), used: 0, allowed: timeouts.limit,
        onClock: WaitLog.ClockTime(used: nil, of: timeouts), site: site, host: host))
  }
}
