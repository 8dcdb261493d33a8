/// The state of a recorder behind its lock, with the effects of its events.
///
/// The recorder holds it, and so does the task that iterates a sequence. The lock of the engine is taken inside this
/// lock, never the other way around: an event, its instant and the demands that it answers form one step.
final class RecorderStorage<Element: Sendable>: Sendable {
  private struct Contents {
    var state = RecorderState<Element>()
    /// What wakes the calls that wait; nil if none does.
    var pulse: AnyExpectation?
  }

  let description: String
  let createdAt: CallSite
  let host = TestHosts.ofNew
  private let contents = Locked(Contents())
  /// Records what has happened and has not been passed on yet; nil where everything is passed on at once.
  // Unsafe: these are set before the storage is shared.
  nonisolated(unsafe) var refresh: (@Sendable () -> Void)?
  /// Says, for the text of a failure, why the source can pass nothing on.
  nonisolated(unsafe) var remark: (@Sendable () -> String?)?

  init(_ description: String, createdAt: CallSite) {
    self.description = description
    self.createdAt = createdAt
  }

  // MARK: Recording

  /// Records an event; `site` is nil when a closure was called or a sequence is iterated.
  func record(_ event: Element, at site: CallSite?) {
    var isTooLate = false
    serve(site) { isTooLate = !$0.record(event, at: $1) }
    guard isTooLate else { return }
    let (events, consumed) = contents.withLock { ($0.state.events, $0.state.consumedCount) }
    let before = EventText.list(events, consumed..<events.count, consumed: consumed)
    let lines =
      ["\"\(description)\" recorded an event after its end: \(EventText.describe(event))"]
      + (before.isEmpty ? [] : ["  events before its end:"] + before) + ["  created at \(createdAt)"]
    host.orCurrentIfNone.record(Problem(lines.joined(separator: "\n"), at: site ?? createdAt))
  }

  func end(_ end: RecorderState<Element>.End, at site: CallSite?) { serve(site) { $0.end(end, at: $1) } }

  /// Passes an event to the state, and wakes the calls if it answers any.
  private func serve(_ site: CallSite?, _ event: (inout RecorderState<Element>, Moment) -> Void) {
    let (action, pulse) = contents.withLock { contents in
      var isAnswer = false
      let action = Engine.withLock { engine in
        engine.perform { machine, now in
          // A call before the others may be over without having returned.
          isAnswer = contents.state.settle(at: now)
          event(&contents.state, now)
          isAnswer = contents.state.settle(at: now) || isAnswer
          guard isAnswer, let pulse = contents.pulse else { return Machine.Action() }
          return machine.fulfill(pulse.key, Fulfillment(time: now, site: site, thread: .current, isError: false))
        }
      }
      // The pulse is released after both locks.
      let pulse = contents.pulse
      if isAnswer { contents.pulse = nil }
      return (action, pulse)
    }
    action.wake()
    withExtendedLifetime(pulse) {}
  }

  // MARK: Consuming

  /// Consumes and returns `count` events, if they are already there.
  func take(_ count: Int) -> [Element]? {
    refresh?()
    return contents.withLock { contents in contents.state.take(count).map { Array(contents.state.events[$0]) } }
  }

  /// Adds a demand, and returns its key.
  func add(_ demand: RecorderState<Element>.Demand) -> Int {
    var key = 0
    serve(nil) { state, _ in key = state.add(demand) }
    return key
  }

  /// What wakes the call with this demand; nil if the demand is answered.
  func pulse(for key: Int) -> AnyExpectation? {
    let fresh = AnyExpectation(description, FulfillmentCount(1...), createdAt: createdAt, host: host, role: .ofCall)
    return contents.withLock { contents in
      guard !contents.state.isAnswered(key) else { return nil }
      let pulse = contents.pulse ?? fresh
      contents.pulse = pulse
      return pulse
    }
  }

  /// Removes a demand, and returns the reply to its call. If there is no answer and the call fails, the reply shows the
  /// unconsumed events.
  func remove(_ key: Int, fails: Bool) -> RecorderReply<Element> {
    var reply = RecorderReply<Element>()
    serve(nil) { state, _ in
      reply.answer = state.remove(key)
      if reply.answer == nil, fails { reply.shown = state.takeUnreported() }
      reply.state = state
    }
    return reply
  }

  /// Notes that a failure shows all unconsumed events.
  func noteShown() { contents.withLock { _ = $0.state.takeUnreported() } }

  var events: [Element] {
    refresh?()
    return contents.withLock { $0.state.events }
  }

  var unconsumed: [Element] {
    refresh?()
    return contents.withLock { Array($0.state.events[$0.state.unconsumed]) }
  }

  /// Whether the recording has ended.
  var hasEnded: Bool { contents.withLock { $0.state.end != nil } }

  // MARK: Leaving

  func dismiss() { contents.withLock { $0.state.dismiss() } }

  /// Accepts no more events. Returns the problem if any were not consumed.
  func close() -> Problem? {
    let (left, state) = contents.withLock { ($0.state.close(), $0.state) }
    var error: (any Error)?
    if left.hasError, case .failed(let failure) = state.end { error = failure }
    guard !left.events.isEmpty || error != nil else { return nil }
    let count = EventText.count(left.events.count)
    let headline =
      left.events.isEmpty
      ? "\"\(description)\" ended with an error that the test did not consume: \(error.map { "\($0)" } ?? "")"
      : "\"\(description)\" recorded \(count) that the test did not consume"
        + (error.map { ", and ended with an error: \($0)" } ?? "")
    let lines =
      [headline] + EventText.list(state.events, left.events, consumed: state.consumedCount)
      + ["  created at \(createdAt)"]
    // A test that was stopped, or skips itself, did not reach its later calls, so unconsumed events are no failure.
    return Problem(lines.joined(separator: "\n"), at: createdAt, isMissingWait: true)
  }
}

/// What a consuming call gets when it is over.
struct RecorderReply<Element> {
  /// nil when the wait ended without an answer.
  var answer: RecorderAnswer?
  /// All events so far, and their end.
  var state = RecorderState<Element>()
  /// The unconsumed events of a call that failed without an answer.
  var shown = 0..<0
}
