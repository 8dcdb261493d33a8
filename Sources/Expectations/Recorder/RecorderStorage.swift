/// The state of a recorder behind its lock, with the effects of its events.
///
/// The recorder holds it, and so does the task that iterates a sequence. The lock of the engine is taken inside this
/// lock, never the other way around: an event and the decision whether it is in time form one step.
final class RecorderStorage<Element: Sendable>: Sendable {
  typealias State = RecorderState<Element, any Error, Expectation<Void>>

  let description: String
  let createdAt: CallSite
  let host: any TestHost
  private let state = Locked(State())
  /// Records what has happened and has not been passed on yet; nil where everything is passed on at once.
  // Unchecked: it is set before the storage is shared.
  nonisolated(unsafe) var refresh: (@Sendable () -> Void)?

  init(_ description: String, createdAt: CallSite) {
    self.description = description
    self.createdAt = createdAt
    host = TestHosts.current
  }

  // MARK: Recording

  /// Records an event; `site` is nil when a closure was called or a sequence is iterated.
  func record(_ event: Element, at site: CallSite?) {
    var isTooLate = false
    serve(.here(site)) { state in isTooLate = !state.record(event) }
    guard isTooLate else { return }
    let before = state.withLock { RecordedEvents($0.unconsumed, of: $0.events, consumedCount: $0.consumedCount) }
    recordProblem(
      .afterEnd(EventText.describe(event), before.map(EventText.describe), createdAt: createdAt),
      at: site ?? createdAt)
  }

  func end(_ end: State.End, at site: CallSite?) {
    serve(.here(site)) { $0.end(end) }
  }

  /// Passes an event to the state, and wakes the calls whose demands it answers.
  ///
  /// - `place`: Where the event happened; evaluated only when the event answers a demand.
  private func serve(_ place: @autoclosure () -> FulfillmentPlace, after event: (inout State) -> Void) {
    let actions = state.withLock { state in
      event(&state)
      // The call of the first demand may be over without having removed the demand.
      while let first = state.blockingTarget, first.isDecided { state.dropFirstDemand() }
      return state.answerableTarget == nil ? [] : Self.answer(&state, from: place())
    }
    for action in actions { action.wake() }
  }

  /// Answers the pending demands in order, up to the first that cannot be answered. The engine decides whether an
  /// answer is in time.
  private static func answer(
    _ state: inout State, from place: FulfillmentPlace
  ) -> [Action] {
    var all: [Action] = []
    while let target = state.answerableTarget {
      let (isInTime, action) = target.answer(at: place)
      state.answerFirstDemand(isInTime: isInTime)
      all.append(action)
    }
    return all
  }

  // MARK: Consuming

  /// Consumes and returns `count` events, if they are already there.
  func take(_ count: Int) -> [Element]? {
    refresh?()
    return state.withLock { state in
      state.take(count).map { Array(state.events[$0]) }
    }
  }

  /// Consumes `count` events, if they are already there.
  func skip(_ count: Int) -> Bool {
    refresh?()
    return state.withLock { $0.take(count) != nil }
  }

  /// Adds a demand, and returns its key. The recorder fulfills `target` when it answers the demand.
  func addDemand(for goal: RecorderGoal, target: Expectation<Void>) -> Int {
    refresh?()
    var key = 0
    serve(.before) { state in key = state.addDemand(for: goal, target: target) }
    return key
  }

  /// Removes a demand, and returns the reply to its call. If there is no answer and the call fails, the reply shows the
  /// unconsumed events.
  func removeDemand(_ key: Int, fails: Bool) -> RecorderReply<Element> {
    var reply = RecorderReply<Element>()
    serve(.before) { state in
      reply.answer = state.removeDemand(key)
      reply.end = state.end
      switch reply.answer {
      case .events(let range): reply.consumed = Array(state.events[range])
      case .unexpected(let range), .ended(let range, _): reply.show(range, of: state.events)
      case nil: if fails { reply.show(state.takeUnreported(), of: state.events) }
      }
    }
    return reply
  }

  var events: [Element] {
    refresh?()
    return state.withLock { $0.events }
  }

  var unconsumed: [Element] {
    refresh?()
    return state.withLock { Array($0.events[$0.unconsumed]) }
  }

  /// Whether the recording has ended.
  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// Whether a call waits.
  var hasPendingDemands: Bool { state.withLock { $0.hasPendingDemands } }

  // MARK: Leaving

  func dismiss() { state.withLock { $0.dismiss() } }

  /// Accepts no more events, and records a problem if any were not consumed.
  func close() {
    refresh?()
    let (events, error) = state.withLock { state in
      let left = state.close()
      var error: (any Error)?
      if left.hasError, case .failed(let failure) = state.end { error = failure }
      let events = RecordedEvents(left.events, of: state.events, consumedCount: state.consumedCount)
      return (events, error)
    }
    // A test that was stopped did not reach its later calls, so unconsumed events are no failure.
    guard events.count > 0 || error != nil, !host.hasStopped else { return }
    recordProblem(.unconsumed(events.map(EventText.describe), error: error, createdAt: createdAt), at: createdAt)
  }

  func recordProblem(_ finding: RecordingFinding.Kind, at site: CallSite) {
    host.record(Problem(RecordingFinding(name: description, kind: finding), at: site))
  }
}

/// What a consuming call gets when it is over.
struct RecorderReply<Element> {
  /// nil when the wait ended without an answer.
  var answer: RecorderAnswer?
  /// The events that the call consumed.
  var consumed: [Element] = []
  var end: RecorderState<Element, any Error, Expectation<Void>>.End?
  /// The events that a failure shows.
  var shown = RecordedEvents<Element>.none

  /// Makes a failure show the events of `range` as unconsumed, and those before it as consumed.
  fileprivate mutating func show(_ range: Range<Int>, of events: [Element]) {
    shown = RecordedEvents(range, of: events, consumedCount: range.lowerBound)
  }
}

extension FulfillmentPlace {
  /// The place of the code that is running now.
  fileprivate static func here(_ site: CallSite?) -> FulfillmentPlace {
    FulfillmentPlace(site: site, thread: .current)
  }

  /// An unknown place: the event happened before the call.
  fileprivate static let before = FulfillmentPlace(site: nil, thread: .unknown)
}

extension Expectation<Void> {
  /// Whether the call that waits for this expectation already has its verdict.
  fileprivate var isDecided: Bool {
    Engine.withLock { state in
      let expectation = self.state(in: &state)
      return expectation.isAwaited
        || expectation.memberships.contains { state.machine.wait($0.wait)?.verdict != nil }
    }
  }

  /// Completes the expectation that a call waits for. In the result, `isInTime` is false if the call timed out or was
  /// canceled before.
  fileprivate func answer(at place: FulfillmentPlace) -> (isInTime: Bool, action: Action) {
    Engine.withLock { state in
      let key = key(in: &state)
      // The wait has ended, but its caller has not removed the demand yet.
      guard !state.machine.state(of: key).isAwaited else { return (false, Action()) }
      let action = state.fulfill(key, at: place)
      let isInTime = state.machine.state(of: key).memberships.allSatisfy { membership in
        state.machine.wait(membership.wait)?.verdict?.kind == .completed(first: nil)
      }
      return (isInTime, action)
    }
  }
}
