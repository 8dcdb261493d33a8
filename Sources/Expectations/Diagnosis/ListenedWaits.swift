import ExpectationsBeforeTests

/// The waits that listeners know of.
extension WaitListeners {
  /// A wait that has begun.
  private struct Live {
    var number: Int
    var request: WaitRequest
    var started: MonotonicInstant
    /// Whether the listeners know that it has begun, and whether it has made progress before that.
    var isTold = false
    var hasProgress = false

    var elapsed: Duration { .nanoseconds(MonotonicClock.now().since(started)) }
  }

  private struct State {
    var listeners: [any WaitListener] = []
    var live: [SlotKey: Live] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private static let state = Locked(State())
  /// Not nil while the calling thread calls a listener.
  private static let isCalling = ThreadSlot()

  /// Whether there are listeners, and the calling code is not one of them.
  static var areThere: Bool { expectations_is_listened() && isCalling?.word == nil }

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

  static func began(_ wait: SlotKey, _ request: WaitRequest) {
    guard areThere, !request.isInternal else { return }
    let started = MonotonicClock.now()
    let number = state.withLock { state in
      let number = state.nextNumber()
      state.live[wait] = Live(number: number, request: request, started: started)
      return number
    }
    send(event(number, request, .zero)) { $0.waitBegan($1) }
    // A fulfillment may have come in the meantime.
    let live = state.withLock { state in
      state.live[wait]?.isTold = true
      return state.live[wait]
    }
    if let live, live.hasProgress, Engine.isUndecided(wait) { tellProgress(of: live) }
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
    send(event(live.number, live.request, live.elapsed)) { $0.waitProgressed($1) }
  }

  static func ended(_ wait: SlotKey, _ record: WaitRecord) {
    guard let live = state.withLock({ $0.live.removeValue(forKey: wait) }), areThere else { return }
    end(live.number, record)
  }

  /// Notes a wait that was decided when it began.
  static func endedAtOnce(_ record: WaitRecord) {
    guard areThere, !record.request.isInternal else { return }
    let number = nextNumber()
    send(event(number, record.request, .zero)) { $0.waitBegan($1) }
    end(number, record)
  }

  private static func end(_ number: Int, _ record: WaitRecord) {
    let elapsed = Duration.nanoseconds(record.ended.since(record.started.real))
    var event = event(number, record.request, elapsed)
    event.outcome = WaitReport.Outcome(record)
    send(event) { $0.waitEnded($1) }
  }

  private static func event(_ number: Int, _ request: WaitRequest, _ elapsed: Duration) -> WaitEvent {
    let states = Engine.withLock { state in request.expectations.map { $0.state(in: &state) } }
    let parts = zip(request.expectations, states).map {
      WaitEvent.Part(description: $0.title, fulfillments: $1.count, isComplete: $1.isComplete)
    }
    return WaitEvent(
      wait: number, waitedFor: request.nameList, parts: parts, test: request.host.orCurrent.testName,
      place: WaitReport.Place(request.site), elapsed: elapsed, limit: limit(request.timeouts))
  }

  // MARK: Conditions

  static func nextNumber() -> Int { state.withLock { $0.nextNumber() } }

  static func conditionBegan(_ event: WaitEvent) { send(event) { $0.waitBegan($1) } }
  static func conditionProgressed(_ event: WaitEvent) { send(event) { $0.waitProgressed($1) } }
  static func conditionEnded(_ event: WaitEvent) { send(event) { $0.waitEnded($1) } }

  static func limit(_ timeouts: Timeouts) -> Duration? {
    timeouts.limit == .max ? nil : .nanoseconds(timeouts.limit)
  }

  private static func send(_ event: WaitEvent, _ call: (any WaitListener, WaitEvent) -> Void) {
    let listeners = state.withLock { $0.listeners }
    guard !listeners.isEmpty, isCalling?.word == nil else { return }
    isCalling?.word = UnsafeMutableRawPointer(bitPattern: 1)
    defer { isCalling?.word = nil }
    for listener in listeners { call(listener, event) }
  }
}
