import ExpectationsBeforeTests

/// The waits that listeners know of.
extension WaitListeners {
  /// A wait or a condition that has begun, and the listeners that know it.
  struct Listened {
    let number: Int
    fileprivate let listeners: [any WaitListener]
  }

  private struct Live {
    let listened: Listened
    let request: WaitRequest
    let started: MonotonicInstant
    /// Whether the listeners know that it has begun, and whether it has made progress before that.
    var isTold = false
    var hasProgress = false

    var elapsed: Duration { .nanoseconds(MonotonicClock.now().since(started)) }
  }

  private struct State {
    var listeners: [any WaitListener] = []
    var live: [SlotKey: Live] = [:]
    var lastNumber = 0

    mutating func listen() -> Listened {
      lastNumber += 1
      return Listened(number: lastNumber, listeners: listeners)
    }
  }

  private static let state = Locked(State())
  /// Not nil while the calling thread calls a listener.
  private static let isCalling = ThreadSlot()

  /// Whether there are listeners, and the calling code is not one of them.
  private static var areThere: Bool { expectations_is_listened() && isCalling?.word == nil }

  static func change(_ change: (inout [any WaitListener]) -> Void) {
    // The old list is released outside the lock: a listener may have a `deinit`.
    let old = state.withLock { state in
      let old = state.listeners
      change(&state.listeners)
      expectations_set_listened(!state.listeners.isEmpty)
      return old
    }
    withExtendedLifetime(old) {}
  }

  // MARK: Waits

  /// Returns whether there are listeners, which must learn of the end.
  static func began(_ wait: SlotKey, _ request: WaitRequest) -> Bool {
    guard areThere, !request.isOfTheLibrary else { return false }
    let started = MonotonicClock.now()
    let listened = state.withLock { state in
      let listened = state.listen()
      state.live[wait] = Live(listened: listened, request: request, started: started)
      return listened
    }
    send(event(listened, request, .zero), to: listened) { $0.waitBegan($1) }
    // A fulfillment may have come in the meantime.
    let live = state.withLock { state in
      state.live[wait]?.isTold = true
      return state.live[wait]
    }
    if let live, live.hasProgress, Engine.isUndecided(wait) { tellProgress(of: live) }
    return true
  }

  /// Whether listeners know the beginning of each wait that goes on, and there is one.
  static var knowAllLive: Bool {
    state.withLock { state in !state.live.isEmpty && state.live.values.allSatisfy(\.isTold) }
  }

  /// Notes a fulfillment of an expectation, for each wait that goes on.
  static func fulfilled(_ expectation: any AnyExpectation) {
    guard areThere else { return }
    let waits = state.withLock { state in
      let waits = state.live.filter { $0.value.request.expectations.contains { $0 === expectation } }
      for wait in waits.keys { state.live[wait]?.hasProgress = true }
      return waits.filter { $0.value.isTold }
    }
    for (wait, live) in waits where Engine.isUndecided(wait) { tellProgress(of: live) }
  }

  private static func tellProgress(of live: Live) {
    send(event(live.listened, live.request, live.elapsed), to: live.listened) { $0.waitProgressed($1) }
  }

  static func ended(_ wait: SlotKey, _ record: WaitRecord) {
    guard let live = remove(wait) else { return }
    end(live.listened, record)
  }

  /// Forgets a wait that an exception has ended.
  static func forget(_ wait: SlotKey) { _ = remove(wait) }

  private static func remove(_ wait: SlotKey) -> Live? { state.withLock { $0.live.removeValue(forKey: wait) } }

  /// Notes a wait that was decided when it began.
  static func endedAtOnce(_ record: WaitRecord) {
    guard areThere, !record.request.isOfTheLibrary else { return }
    let listened = state.withLock { $0.listen() }
    send(event(listened, record.request, .zero), to: listened) { $0.waitBegan($1) }
    end(listened, record)
  }

  private static func end(_ listened: Listened, _ record: WaitRecord) {
    let elapsed = Duration.nanoseconds(record.ended.since(record.started.real))
    var event = event(listened, record.request, elapsed)
    event.outcome = WaitReport.Outcome(record)
    send(event, to: listened) { $0.waitEnded($1) }
  }

  private static func event(_ listened: Listened, _ request: WaitRequest, _ elapsed: Duration) -> WaitEvent {
    let awaited = request.expectations[..<(request.signal ?? request.expectations.count)]
    let states = Engine.withLock { state in awaited.map { $0.state(in: &state) } }
    let parts = zip(awaited, states).map {
      WaitEvent.Part(description: $0.title, fulfillments: $1.count, isComplete: $1.isComplete)
    }
    return WaitEvent(
      wait: listened.number, waitedFor: request.nameList, parts: parts, test: request.host.orCurrent.testName,
      place: WaitReport.Place(request.site), elapsed: elapsed, limit: limit(request.timeouts))
  }

  static func limit(_ timeouts: Timeouts) -> Duration? {
    timeouts.limit == .max ? nil : .nanoseconds(timeouts.limit)
  }

  // MARK: Conditions

  /// Begins to tell of a condition. Returns nil without listeners.
  static func listen() -> Listened? { areThere ? state.withLock { $0.listen() } : nil }

  /// Calls a method of each listener that knows the wait or the condition.
  static func send(_ event: WaitEvent, to listened: Listened, _ call: (any WaitListener, WaitEvent) -> Void) {
    guard isCalling?.word == nil else { return }
    isCalling?.word = UnsafeMutableRawPointer(bitPattern: 1)
    defer { isCalling?.word = nil }
    for listener in listened.listeners { call(listener, event) }
  }
}

extension WaitRequest {
  /// Whether no test has asked for the wait: the library waits for itself, or for a library on top of it.
  fileprivate var isOfTheLibrary: Bool { isInternal || isLoggedByCaller && failureHandling == .none }
}
