/// The state machine, and the events that it has not been told of.
///
/// The fulfillment that resumes a waiter must return soon, so the events after which nothing is left to decide are only
/// noted. The machine is told of all of them, in their order and with their instants, before anything else uses it, so
/// every other caller sees it as if they had come to it at once.
///
/// Only triggers are pulled before that, and to them the notes make no difference: a noted fulfillment has taken the
/// trigger of its own expectation, and ends a wait that is for no other; a dismissed wait is for what is never
/// fulfilled; and what was released has nobody left to fulfill it. A new kind of note needs a reason of its own.
struct DeferringMachine<Waiter, Place> {
  private var told = WaitMachine<Waiter, Place>()
  private var untold: [Untold] = []
  /// The waiters of the waits that have ended meanwhile.
  private var spent: Few<Waiter> = Few()

  fileprivate enum Untold {
    /// A fulfillment that ended a wait, whose waiter has been woken.
    case fulfilled(SlotKey, Place, Instant)
    /// The end of a wait in which no thread or task sleeps.
    case dismissed(SlotKey, Instant)
    case released(SlotKey)
  }

  var machine: WaitMachine<Waiter, Place> {
    mutating _read {
      if !untold.isEmpty { catchUp() }
      yield told
    }
    _modify {
      if !untold.isEmpty { catchUp() }
      yield &told
    }
  }

  private mutating func catchUp() {
    // One nearly always, and then the list keeps its memory.
    if untold.count == 1 {
      tell(untold.removeLast())
    } else {
      let events = untold
      untold = []
      for event in events { tell(event) }
    }
  }

  private mutating func tell(_ event: Untold) {
    switch event {
    case .fulfilled(let expectation, let place, let instant):
      spent.append(told.fulfillPulled(expectation, at: instant, place: place))
    case .dismissed(let wait, let instant):
      // A wait can be ended when it has a verdict.
      for wake in told.cancel(wait, at: instant).wake { spent.append(wake.waiter) }
      _ = told.finish(wait)
    case .released(let expectation):
      _ = told.release(expectation)
    }
  }

  /// The waiters that are no longer needed, to be released outside the lock.
  mutating func takeSpent() -> Few<Waiter> {
    defer { spent = Few() }
    return spent
  }

  // MARK: Events

  /// One fulfillment. Where it is certain that it ends a wait and does nothing else, that is returned; otherwise the
  /// effects are what the machine says.
  ///
  /// - `isSurplusWanted`: Whether it counts when the expectation is complete.
  @inline(__always)
  mutating func fulfill(
    _ expectation: SlotKey, at now: Instant, place: consuming Place, isError: Bool = false,
    isSurplusWanted: Bool = true, _ effects: inout Effects<Waiter, Place>?
  ) -> (waiter: Waiter, verdict: Verdict)? {
    if !isError, let trigger = told.pull(expectation, at: now) {
      untold.append(.fulfilled(expectation, place, now))
      return (trigger.waiter, Verdict(kind: trigger.kind, instant: now))
    }
    guard isSurplusWanted || !machine.isComplete(expectation) else { return nil }
    effects = machine.fulfill(expectation, at: now, place: place, isError: isError)
    return nil
  }

  /// Ends a wait in which no thread or task sleeps.
  mutating func dismiss(_ wait: SlotKey, at now: Instant) { untold.append(.dismissed(wait, now)) }

  /// Forgets an expectation of which nothing is to be told.
  mutating func release(_ expectation: SlotKey) { untold.append(.released(expectation)) }
}

extension DeferringMachine: Sendable where Waiter: Sendable, Place: Sendable {}
extension DeferringMachine.Untold: Sendable where Waiter: Sendable, Place: Sendable {}
extension DeferringMachine: Equatable where Waiter: Equatable, Place: Equatable {}
extension DeferringMachine.Untold: Equatable where Waiter: Equatable, Place: Equatable {}
extension DeferringMachine: Hashable where Waiter: Hashable, Place: Hashable {}
extension DeferringMachine.Untold: Hashable where Waiter: Hashable, Place: Hashable {}
