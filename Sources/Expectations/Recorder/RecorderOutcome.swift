/// Judges a consuming call that is over: records what there is to record, and says how the caller goes on.
struct RecorderOutcome<Element: Sendable> {
  let call: RecorderCall<Element>
  let reply: RecorderReply<Element>
  let report: WaitReport

  /// The elements that were wanted, where some were.
  func requireElements() throws -> [Element] {
    try requireSuccess()
    return reply.elements
  }

  /// The error that was wanted, where one was.
  func requireError() throws -> any Error {
    try requireSuccess()
    guard case .failed(let error) = reply.end else { preconditionFailure("a success without the error it is for") }
    return error
  }

  /// Throws the error that was recorded; another failure is recorded, and stops the test.
  func requireSuccess() throws {
    switch judgement {
    case .success: return
    case .cancelled: throw CancellationError()
    case .failure(.failed(let error)):
      let note = ThrownError(
        error: "\(error)", site: call.request.site, description: problem(.failed(error)).text)
      storage.host.orCurrent.noteThrown(note)
      throw error
    case .failure(let cause):
      let problem = problem(cause)
      throw storage.host.orCurrent.stop(recording: problem, orElse: UnmetExpectationError(description: problem.text))
    case .recorded: throw storage.host.orCurrent.stop(recording: nil, orElse: WaitError(report: report))
    }
  }

  /// Records a failure, if it is one, and returns whether the call was successful.
  func recordFailureIfAny() -> Bool {
    switch judgement {
    case .success: return true
    case .cancelled, .recorded: return false
    case .failure(let cause):
      storage.host.orCurrent.record(problem(cause))
      return false
    }
  }

  /// Notes the call with all waits of the run.
  func note() {
    let request = call.request
    WaitLog.note(
      WaitLog.Note(
        kind: call.goal == .nothing ? .mustNotHappen : .recording, description: "\"\(storage.description)\"",
        outcome: judgement.outcome.name,
        used: (report.elapsed - report.delay - report.uncounted).saturatedNanoseconds,
        allowed: request.timeouts.limit,
        onClock: WaitLog.ClockTime(used: report.elapsedOnClock, of: request.timeouts),
        uncounted: report.uncounted.saturatedNanoseconds, site: request.site, host: storage.host))
  }

  private enum Judgement {
    case success
    case cancelled
    case failure(RecordingFailure.Cause)
    /// What is wrong was recorded when the call was made.
    case recorded

    /// The outcome of a wait that comes nearest.
    var outcome: WaitReport.Outcome {
      switch self {
      case .success: .completed
      case .cancelled: .cancelled
      case .failure(.silence): .timedOut
      case .failure(.interrupted): .interrupted
      case .failure(.inTheWay), .failure(.different): .unexpectedFulfillment
      case .failure(.failed): .threw
      case .failure(.ended), .recorded: .cannotComplete("")
      }
    }
  }

  private var judgement: Judgement {
    if case .cannotComplete = report.outcome { return .recorded }
    return switch reply.answer {
    case .elements: difference.map { .failure(.different($0)) } ?? .success
    case .inTheWay: .failure(.inTheWay)
    case .ended(_, let isNews): judgementOfTheEnd(isNews: isNews)
    case nil: judgementOfTheWait
    }
  }

  private func judgementOfTheEnd(isNews: Bool) -> Judgement {
    switch (call.goal, reply.end) {
    case (.error, .failed), (.end, .finished): .success
    case (.nothing, .failed(let error)) where isNews: .failure(.failed(error))
    case (.nothing, _): .success
    case (_, .failed(let error)): .failure(.failed(error))
    case (.events, _), (.error, _), (.end, _): .failure(.ended)
    }
  }

  private var judgementOfTheWait: Judgement {
    switch report.outcome {
    case .cancelled: .cancelled
    case .interrupted: .failure(.interrupted)
    default: call.goal == .nothing && !report.gaveUpOnItsClock ? .success : .failure(.silence)
    }
  }

  private var storage: RecorderStorage<Element> { call.storage }

  /// The first event that is not the expected one, if that was said.
  private var difference: EventDifference? {
    guard case .elements(let range) = reply.answer else {
      let (events, offset) = reply.events.unconsumed
      return call.expected?.difference(from: events, offset: offset)
    }
    return call.expected?.difference(from: reply.elements, offset: range.lowerBound)
  }

  /// What a failure is to show: what was in the way or left, or what was consumed and is not what was expected.
  private var events: RecordedEvents<Element> {
    guard case .elements(let range) = reply.answer else { return reply.events }
    return RecordedEvents(consumedNow: range, reply.elements)
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
  /// Notes a call that had not to wait with all waits of the run, if anybody keeps a list of them.
  func noteAtOnce(timeout: Duration?, clock: (any Clock<Duration>)?, site: CallSite) {
    guard Ledger.shared != nil else { return }
    let timeouts = Timeouts(timeout, isOnOtherClock: WaitClock(clock).isOther)
    WaitLog.note(
      WaitLog.Note(
        kind: .recording, description: "\"\(description)\"", outcome: WaitReport.Outcome.completed.name, used: 0,
        allowed: timeouts.limit, onClock: WaitLog.ClockTime(used: nil, of: timeouts), site: site, host: host))
  }
}
