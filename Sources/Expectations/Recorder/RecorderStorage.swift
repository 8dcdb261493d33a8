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

  init(_ description: String, createdAt: CallSite) {
    self.description = description
    self.createdAt = createdAt
    host = TestHosts.current
  }

  // MARK: Recording

  /// Records an element; `site` is nil when a closure was called or a sequence is iterated.
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

  /// Passes an event to the state, and wakes the calls whose demands it answers.
  ///
  /// - `place`: Where the event happened; evaluated only when the event answers a demand.
  private func serve(_ place: @autoclosure () -> FulfillmentPlace, after event: (inout State) -> Void) {
    let actions = state.withLock { state in
      event(&state)
      // The first call may be over without having left the line.
      while let first = state.firstOfSeveral, first.isDecided { state.dropFirst() }
      return state.due == nil ? [] : Self.answer(&state, from: place())
    }
    for action in actions { action.wake() }
  }

  /// Answers demands in line until one cannot be answered. The engine decides whether an answer is in time.
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

  /// Consumes and returns `count` elements, if they are already there.
  func take(_ count: Int) -> [Element]? {
    state.withLock { state in
      state.take(count).map { Array(state.elements[$0]) }
    }
  }

  /// Consumes `count` elements, if they are already there.
  func skip(_ count: Int) -> Bool {
    state.withLock { $0.take(count) != nil }
  }

  /// Adds a demand to the line; `target` is fulfilled when it is answered.
  func demand(_ want: RecorderWant, by target: Expectation<Void>) -> Int {
    var key = 0
    serve(.before) { state in key = state.demand(want, target: target) }
    return key
  }

  /// Leaves the line, and takes the answer. If there is none and the call fails, the reply shows the unconsumed
  /// elements.
  func conclude(_ key: Int, fails: Bool) -> RecorderReply<Element> {
    var reply = RecorderReply<Element>()
    serve(.before) { state in
      reply.answer = state.conclude(key)
      reply.end = state.end
      switch reply.answer {
      case .elements(let range): reply.elements = Array(state.elements[range])
      case .unexpected(let range), .ended(let range, _): reply.show(range, of: state.elements)
      case nil: if fails { reply.show(state.takeUnreported(), of: state.elements) }
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

  /// Accepts no more events, and reports what was not consumed.
  func close() {
    let (events, error) = state.withLock { state in
      let left = state.close()
      var error: (any Error)?
      if left.hasError, case .failed(let failure) = state.end { error = failure }
      let events = RecordedEvents(left.elements, of: state.elements, consumedCount: state.consumedCount)
      return (events, error)
    }
    // A test that was stopped did not reach its later calls, so unconsumed events are no failure.
    guard events.count > 0 || error != nil, !host.hasStopped else { return }
    report(.unconsumed(events.map(EventText.describe), error: error, createdAt: createdAt), at: createdAt)
  }

  func report(_ finding: RecordingFinding.Kind, at site: CallSite) {
    host.record(Problem(RecordingFinding(name: description, kind: finding), at: site))
  }
}

/// The state of the recorder when a consuming call left the line.
struct RecorderReply<Element> {
  /// nil when the wait ended without an answer.
  var answer: RecorderAnswer?
  var elements: [Element] = []
  var end: RecorderState<Element, any Error, Expectation<Void>>.End?
  /// The events that a failure shows.
  var events = RecordedEvents<Element>.none

  /// Makes a failure show the elements of `range` as unconsumed, and those before it as consumed.
  fileprivate mutating func show(_ range: Range<Int>, of elements: [Element]) {
    events = RecordedEvents(range, of: elements, consumedCount: range.lowerBound)
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

  /// Completes the expectation that a call waits for. Returns false for `isInTime` if the call timed out or was
  /// cancelled before.
  fileprivate func answer(at place: FulfillmentPlace) -> (isInTime: Bool, action: Engine.Action) {
    Engine.withLock { state in
      let key = key(in: &state)
      // The wait has ended, but its caller has not left the line yet.
      guard !state.machine.state(of: key).isAwaited else { return (false, Engine.Action()) }
      let action = state.fulfill(key, at: place)
      let isInTime = state.machine.state(of: key).memberships.allSatisfy { membership in
        state.machine.wait(membership.wait)?.verdict?.kind == .completed(first: nil)
      }
      return (isInTime, action)
    }
  }
}
