/// One call that waits for a recorder: it adds a demand, waits until the recorder answers it or the time is over, and
/// removes it.
struct RecorderCall<Element: Sendable> {
  let storage: RecorderStorage<Element>
  let goal: RecorderGoal
  /// The events that must come, and whether two are equal; nil if any will do.
  let expected: (events: [Element], areEqual: (Element, Element) -> Bool)?
  let site: CallSite
  /// What records its failures: the test of the recorder, if that runs when the call begins.
  let host: any TestHost
  private let timeout: Duration?
  private var clock: ConditionClock?
  private var key: Int?
  private var ended: EndedWait?

  init(
    _ storage: RecorderStorage<Element>, _ goal: RecorderGoal,
    expecting expected: (events: [Element], areEqual: (Element, Element) -> Bool)? = nil, timeout: Duration?,
    site: CallSite
  ) {
    (self.storage, self.goal, self.expected, self.timeout, self.site) = (storage, goal, expected, timeout, site)
    host = storage.host.orCurrent
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

  /// Returns the next wait, and what it waits for; nil when the call is over.
  private mutating func next(in context: CallingContext) -> (Wait, AnyExpectation)? {
    if case .events(let count) = goal, count < 0 { return nil }
    let isFirst = key == nil
    // All events that it finds came before the call, even before the end of a call without time.
    if isFirst { storage.refresh?() }
    let clock = clock ?? ConditionClock(timeout, isWindow: goal == .nothing, context: context)
    let key =
      key ?? storage.add(.init(goal: goal, deadline: clock.deadline, isInRealTime: clock.isInRealTime))
    (self.clock, self.key) = (clock, key)
    if isFirst { RunObservers.current?.waitBegan(facts(clock)) }
    // A window without time gives up on nothing when the task is canceled.
    if goal == .nothing, clock.limit == 0, Task.isCancelled { return nil }
    guard ended?.isSuccess ?? true, let pulse = storage.pulse(for: key) else { return nil }
    let left = clock.left
    let terms = WaitTerms(
      rule: .all, limit: left, window: left, isInRealTime: clock.isInRealTime, reportsLateness: false,
      isQuiet: clock.isWindow, condition: clock.span(at: clock.limit - left))
    return (Wait(terms: terms, goal: .step, timeout: clock.requested, needsReport: true, site: site), pulse)
  }

  /// How long after the deadline something came; negative if it was in time.
  func lateness(of moment: Moment) -> Nanoseconds { clock.map { $0.time(of: moment) - $0.limit } ?? 0 }

  private func outcome() -> RecorderOutcome<Element> {
    guard let key, let clock else { return RecorderOutcome(call: self, reply: RecorderReply(), report: nil) }
    let fails = ended?.verdict.hasTimedOut ?? false && goal != .nothing || ended?.verdict.kind == .interrupted
    var report = ended?.report()
    report?.limit = clock.limit == .max ? nil : .nanoseconds(clock.limit)
    var outcome = RecorderOutcome(call: self, reply: storage.remove(key, fails: fails), report: report)
    let name = outcome.name
    // Before the explanation, which takes time.
    clock.tellEnd(of: facts(clock), name)
    if name == .timedOut, var report = outcome.report {
      (report.observed, report.closing) = facts(clock).explanation(in: host)
      outcome.report = report
    }
    return outcome
  }

  /// What an observer learns.
  private func facts(_ clock: ConditionClock) -> WaitFacts {
    clock.facts(goal == .nothing ? .mustNotHappen : .recording, storage.description, at: site, in: storage.host)
  }
}

/// What a consuming call that is over has found.
struct RecorderOutcome<Element: Sendable> {
  let call: RecorderCall<Element>
  let reply: RecorderReply<Element>
  /// The report of the last wait; nil if the call did not have to wait.
  var report: WaitReport?

  /// Why a call failed.
  enum Cause {
    /// The time ran out.
    case timedOut
    /// The time of a wait around the call was over.
    case interrupted
    /// Events came, although the call waits for the end or for nothing.
    case unexpected
    /// An event came that differs from the expected one.
    case different(String)
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

  /// The events that the call consumed.
  func requireEvents() throws -> [Element] {
    try outcome.requireSuccess()
    guard case .events(let range) = reply.answer else { return [] }
    return Array(reply.state.events[range])
  }

  /// The error that the events ended with, for a call that waits for one.
  func requireError() throws -> any Error {
    try outcome.requireSuccess()
    guard case .failed(let error) = reply.state.end else { preconditionFailure("a success without its error") }
    return error
  }

  /// What the caller returns, records or throws: the recorded error, for example.
  var outcome: CallOutcome {
    let ending: CallOutcome.Ending =
      switch judgment {
      case .success: .success
      case .cancelled: .cancelled
      case .failure(.failed(let error)): .threw(error, problem(.failed(error)))
      case .failure(let cause): .failed(problem(cause))
      }
    return CallOutcome(ending: ending, host: call.host)
  }

  /// Records a failure if there is one, and returns whether the call was successful. It shows the events before an
  /// error, so nothing shows them again.
  func recordFailureIfAny() -> Bool {
    if case .ended = reply.answer { call.storage.noteShown() }
    return outcome.recordFailureIfAny()
  }

  /// The outcome of a wait that is most similar.
  fileprivate var name: WaitReport.Outcome {
    switch judgment {
    case .success: .completed
    case .cancelled: .cancelled
    case .failure(.timedOut): .timedOut
    case .failure(.interrupted): .interrupted
    case .failure(.unexpected), .failure(.different): .unexpectedFulfillment
    case .failure(.ended): .cannotComplete("it has ended")
    case .failure(.negativeCount): .cannotComplete("its count is negative")
    case .failure(.failed): .threw
    }
  }

  private var judgment: Judgment {
    if case .events(let count) = call.goal, count < 0 { return .failure(.negativeCount(count)) }
    return switch reply.answer {
    case .events: difference.map { .failure(.different($0)) } ?? .success
    case .unexpected: .failure(.unexpected)
    case .ended(_, let isUnreported): judgmentOfEnd(isUnreported: isUnreported)
    case nil: judgmentOfWait
    }
  }

  private func judgmentOfEnd(isUnreported: Bool) -> Judgment {
    switch (call.goal, reply.state.end) {
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
    default: call.goal == .nothing ? .success : .failure(.timedOut)
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

  /// Says which event is the first that differs from the expected one, if the call expects certain events.
  var difference: String? {
    guard let expected = call.expected else { return nil }
    for (index, wanted) in zip(shown, expected.events) where !expected.areEqual(reply.state.events[index], wanted) {
      return
        "event \(index + 1) is \(EventText.describe(reply.state.events[index])), expected \(EventText.describe(wanted))"
    }
    return nil
  }
}
