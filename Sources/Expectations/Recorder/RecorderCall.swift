/// One call that waits for a recorder: it adds a demand, waits until the recorder answers it or the time is over, and
/// removes it.
struct RecorderCall<Element: Sendable> {
  let storage: RecorderStorage<Element>
  let goal: RecorderGoal
  /// The events that must come, and whether two are equal; nil if any will do.
  let expected: (events: [Element], areEqual: (Element, Element) -> Bool)?
  let site: CallSite
  private let limits: Limits
  private(set) var clock: ConditionClock?
  private var key: Int?
  private var ended: EndedWait?
  /// Made if there is an observer.
  var identity: Identity?
  var isBlocking = false

  init(
    _ storage: RecorderStorage<Element>, _ goal: RecorderGoal,
    expecting expected: (events: [Element], areEqual: (Element, Element) -> Bool)? = nil, timeout: Duration?,
    site: CallSite
  ) {
    (self.storage, self.goal, self.expected, self.site) = (storage, goal, expected, site)
    limits = Limits(timeout)
  }

  /// Waits in the calling thread.
  func block() -> RecorderOutcome<Element> {
    var call = self
    while let (wait, pulse) = call.next(in: .current) { call.ended = wait.block(for: [pulse]) }
    return call.outcome()
  }

  /// Waits in the calling task, and holds no thread.
  nonisolated(nonsending) func suspend() async -> RecorderOutcome<Element> {
    var call = self
    while let (wait, pulse) = call.next(in: .suspended) { call.ended = await wait.suspend(for: [pulse]) }
    return call.outcome()
  }

  var limit: Nanoseconds { goal == .nothing ? limits.window : limits.limit }

  /// Returns the next wait, and what it waits for; nil when the call is over.
  private mutating func next(in context: CallingContext) -> (Wait, AnyExpectation)? {
    if case .events(let count) = goal, count < 0 { return nil }
    let isInRealTime = goal == .nothing || context == .mainQueueJob
    let clock = clock ?? ConditionClock(limit: limit, isInRealTime: isInRealTime)
    let key =
      key ?? storage.add(.init(goal: goal, deadline: clock.deadline, isInRealTime: isInRealTime))
    let isFirst = self.key == nil
    (self.clock, self.key) = (clock, key)
    if isFirst { tellBeginning(in: context) }
    guard ended?.isSuccess ?? true, let pulse = storage.pulse(for: key) else { return nil }
    let left = clock.left
    let terms = WaitTerms(rule: .all, limit: left, window: left, isInRealTime: isInRealTime, reportsLateness: false)
    return (Wait(terms: terms, goal: .step, timeout: limits.requested, needsReport: true, site: site), pulse)
  }

  /// How long after the deadline something came; negative if it was in time.
  func lateness(of moment: Moment) -> Nanoseconds { clock.map { $0.time(of: moment) - limit } ?? 0 }

  private func outcome() -> RecorderOutcome<Element> {
    guard let key else { return RecorderOutcome(call: self, reply: RecorderReply(), report: nil) }
    let fails = ended?.verdict.hasTimedOut ?? false && goal != .nothing || ended?.verdict.kind == .interrupted
    var report = ended?.report()
    report?.limit = limit == .max ? nil : .nanoseconds(limit)
    var outcome = RecorderOutcome(call: self, reply: storage.remove(key, fails: fails), report: report)
    tellEnd(&outcome)
    return outcome
  }
}

/// The outcome of a consuming call that is over: records its failure, if there is one, and returns or throws for the
/// caller.
struct RecorderOutcome<Element: Sendable> {
  let call: RecorderCall<Element>
  let reply: RecorderReply<Element>
  /// The report of the last wait; nil if the call did not have to wait.
  var report: WaitReport?

  /// Why a call failed.
  enum Cause {
    /// The time ran out.
    case silence
    /// The time of a wait around the call was over.
    case interrupted
    /// Events came, although the call waits for the end or for nothing.
    case unexpected
    /// An event came that differs from the expected one.
    case different(EventDifference)
    /// The end came, although the call waits for events or an error.
    case ended
    /// An error came, although the call waits for something else.
    case failed(any Error)
    /// No number of events can be what the call asks for.
    case negativeCount(Int)
  }

  enum Judgment {
    case success
    case cancelled
    case failure(Cause)
  }

  private var host: any TestHost { call.storage.host.orCurrent }

  /// The events that the call consumed; throws as `requireSuccess()` does.
  func requireEvents() throws -> [Element] {
    try requireSuccess()
    guard case .events(let range) = reply.answer else { return [] }
    return Array(reply.events[range])
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
    case .failure(.failed(let error)): throw error
    case .failure(let cause): throw host.stop(recording: problem(cause))
    }
  }

  /// Records a failure if there is one, and returns whether the call was successful.
  func recordFailureIfAny() -> Bool {
    switch judgment {
    case .success: return true
    case .cancelled: return false
    case .failure(let cause):
      host.record(problem(cause))
      return false
    }
  }

  var judgment: Judgment {
    if case .events(let count) = call.goal, count < 0 { return .failure(.negativeCount(count)) }
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
    switch report?.outcome {
    case .cancelled: .cancelled
    case .interrupted: .failure(.interrupted)
    default: call.goal == .nothing ? .success : .failure(.silence)
    }
  }

  /// The events that a failure shows: those that the call did not expect or that are left, or those that it consumed
  /// and that differ.
  var shown: Range<Int> {
    switch reply.answer {
    case .events(let range), .unexpected(let range), .ended(let range, _): range
    case nil: reply.shown
    }
  }

  /// The first event that differs from the expected one, if the call expects certain events.
  var difference: EventDifference? {
    guard let expected = call.expected else { return nil }
    for (index, wanted) in zip(shown, expected.events) where !expected.areEqual(reply.events[index], wanted) {
      return EventDifference(
        number: index + 1, event: EventText.describe(reply.events[index]), expected: EventText.describe(wanted))
    }
    return nil
  }
}

/// An event that differs from the expected one.
struct EventDifference: Sendable {
  /// The number of the event in the recording, from 1.
  var number: Int
  var event: String
  var expected: String

  var text: String { "event \(number) is \(event), expected \(expected)" }
}
