/// The state of a recorder behind its lock, and the effects of its events.
///
/// Both sides hold it: the recorder, and the task that iterates a sequence for it. The lock of the engine is taken
/// inside of this one, never the other way round, so that what is recorded and whether it is in time are one
/// decision.
final class RecorderStorage<Element: Sendable>: Sendable {
  typealias State = RecorderState<Element, any Error, Expectation<Void>>

  let description: String
  let createdAt: CallSite
  let host: any TestHost
  private let state = Locked(State())

  init(_ description: String, createdAt: CallSite) {
    self.description = description
    self.createdAt = createdAt
    host = TestHosts.current
  }

  // MARK: Recording

  /// Records an element, from a call site or, when a closure was called or a sequence is iterated, from none.
  func record(_ element: Element, at site: CallSite?) {
    var isTooLate = false
    serve(.here(site)) { state in isTooLate = !state.record(element) }
    guard isTooLate else { return }
    let before = state.withLock { RecordedEvents($0.unconsumed, of: $0.elements, consumedCount: $0.consumedCount) }
    report(
      .afterEnd(EventText.describe(element), before.map(EventText.describe), createdAt: createdAt),
      at: site ?? createdAt)
  }

  func end(_ end: State.End, at site: CallSite?) {
    serve(.here(site)) { $0.end(end) }
  }

  /// Tells the state of an event, and wakes those whose demands it answers.
  ///
  /// - `place`: Where the event happened; asked for only when it answers a demand.
  private func serve(_ place: @autoclosure () -> FulfillmentPlace, after event: (inout State) -> Void) {
    let actions = state.withLock { state in
      event(&state)
      // One whose time is over may not have come to say so.
      while let first = state.firstOfSeveral, first.isDecided { state.dropFirst() }
      return state.due == nil ? [] : Self.answer(&state, from: place())
    }
    for action in actions { action.wake() }
  }

  /// Answers the demands in line as far as what is there goes. Whether one is in time is the engine's decision.
  private static func answer(
    _ state: inout State, from place: FulfillmentPlace
  ) -> [Engine.Action] {
    var all: [Engine.Action] = []
    while let target = state.due {
      let (isInTime, action) = target.answer(at: place)
      state.answerDue(isInTime: isInTime)
      all.append(action)
    }
    return all
  }

  // MARK: Consuming

  /// Takes so many elements if they are there already.
  func take(_ count: Int) -> [Element]? {
    state.withLock { state in
      state.take(count).map { Array(state.elements[$0]) }
    }
  }

  /// Consumes so many elements if they are there already.
  func skip(_ count: Int) -> Bool {
    state.withLock { $0.take(count) != nil }
  }

  /// Stands in line, with something to wait for until the demand is answered.
  func demand(_ want: RecorderWant, by target: Expectation<Void>) -> Int {
    var key = 0
    serve(.before) { state in key = state.demand(want, target: target) }
    return key
  }

  /// Leaves the line, with what there was. A call that fails shows what is there instead.
  func conclude(_ key: Int, fails: Bool) -> RecorderReply<Element> {
    var reply = RecorderReply<Element>()
    serve(.before) { state in
      reply.answer = state.conclude(key)
      reply.end = state.end
      switch reply.answer {
      case .elements(let range): reply.elements = Array(state.elements[range])
      case .inTheWay(let range), .ended(let range, _): reply.show(range, of: state.elements)
      case nil: if fails { reply.show(state.tellUnconsumed(), of: state.elements) }
      }
    }
    return reply
  }

  var elements: [Element] { state.withLock { $0.elements } }

  var unconsumed: [Element] { state.withLock { Array($0.elements[$0.unconsumed]) } }

  /// Whether a call stands in line.
  var isAwaited: Bool { state.withLock { $0.isAwaited } }

  // MARK: Leaving

  func dismiss() { state.withLock { $0.dismiss() } }

  /// Takes no more, and reports what was not consumed.
  func close() {
    let (events, error) = state.withLock { state in
      let left = state.close()
      var error: (any Error)?
      if left.hasError, case .failed(let failure) = state.end { error = failure }
      let events = RecordedEvents(left.elements, of: state.elements, consumedCount: state.consumedCount)
      return (events, error)
    }
    // Of a test that was stopped, the calls that it did not come to are not missing.
    guard events.count > 0 || error != nil, !host.hasStopped else { return }
    report(.unconsumed(events.map(EventText.describe), error: error, createdAt: createdAt), at: createdAt)
  }

  func report(_ finding: RecordingFinding.Kind, at site: CallSite) {
    host.record(Problem(RecordingFinding(name: description, kind: finding), at: site))
  }
}

/// What a consuming call found when it left the line.
struct RecorderReply<Element> {
  /// nil when the wait ended without an answer.
  var answer: RecorderAnswer?
  var elements: [Element] = []
  var end: RecorderState<Element, any Error, Expectation<Void>>.End?
  /// What a failure is to show.
  var events = RecordedEvents<Element>.none

  /// A failure shows these, which had not been consumed, unlike those before.
  fileprivate mutating func show(_ range: Range<Int>, of elements: [Element]) {
    events = RecordedEvents(range, of: elements, consumedCount: range.lowerBound)
  }
}

extension FulfillmentPlace {
  /// The running code.
  fileprivate static func here(_ site: CallSite?) -> FulfillmentPlace {
    FulfillmentPlace(site: site, thread: .current)
  }

  /// Somewhere, before anybody asked.
  fileprivate static let before = FulfillmentPlace(site: nil, thread: .unknown)
}

extension Expectation<Void> {
  /// Whether the call that waits for this has its verdict already.
  fileprivate var isDecided: Bool {
    Engine.withLock { state in
      let expectation = self.state(in: &state)
      return expectation.isAwaited
        || expectation.memberships.contains { state.machine.wait($0.wait)?.verdict != nil }
    }
  }

  /// Completes what one call waits for. Returns whether that call goes by it: not when its time was over, or when it
  /// was cancelled, before.
  fileprivate func answer(at place: FulfillmentPlace) -> (isInTime: Bool, action: Engine.Action) {
    Engine.withLock { state in
      let key = key(in: &state)
      // The wait has ended, and its caller has not come to say so.
      guard !state.machine.state(of: key).isAwaited else { return (false, Engine.Action()) }
      let action = state.fulfill(key, at: place)
      let isInTime = state.machine.state(of: key).memberships.allSatisfy { membership in
        state.machine.wait(membership.wait)?.verdict?.kind == .completed(first: nil)
      }
      return (isInTime, action)
    }
  }
}
