/// Carries out a wait: begins it in the machine, sleeps until it is decided, and ends it.
enum Wait {
  /// Blocks the calling thread.
  static func block(_ request: WaitRequest) -> WaitRecord {
    let observations = Observations(of: request)
    let surroundings = Surroundings.current
    var waiter: (any BlockingWaiter)?
    func makeWaiter() -> any Waiter {
      let made = makeBlockingWaiter(surroundings)
      waiter = made
      return made
    }
    let begun = begin(
      request, unreachable: request.blockedByCaller, inside: ThreadWaits.around, surroundings, waiter: makeWaiter)
    let record: WaitRecord
    switch consume begun {
    case .ended(let ended):
      record = ended
      Engine.observer.note(record)
    case .pending(let wait):
      Blockage.enter(surroundings)
      let watch = WaitWatch(over: wait, request, surroundings)
      let decision = waiter!.park(for: wait.key)
      Blockage.leave(surroundings)
      record = end(wait, decision, of: request, surroundings, watch)
    }
    observations.end(record)
    return record
  }

  /// Suspends the calling task.
  @inline(__always)
  static func suspend(
    _ request: WaitRequest, isolation: isolated (any Actor)? = #isolation
  ) async -> WaitRecord {
    let observations = Observations(of: request)
    let record: WaitRecord
    switch startSuspending(request) {
    case .ended(let ended): record = ended
    case .asleep(let waiter, let wait, let watch):
      let decision = await withTaskCancellationHandler(
        operation: { await withCheckedContinuation(isolation: isolation) { waiter.park($0) } },
        onCancel: { Engine.cancel(wait.key) },
        isolation: isolation)
      record = end(wait, decision, of: request, .suspended, watch)
    }
    observations.end(record)
    return record
  }

  /// What a wait of a task does before its sleep is not asynchronous: each return to an asynchronous function takes its
  /// time.
  private static func startSuspending(_ request: WaitRequest) -> Start {
    var waiter: TaskWaiter?
    func makeWaiter() -> any Waiter {
      let made = TaskWaiter()
      waiter = made
      return made
    }
    switch begin(request, unreachable: [], inside: [], .suspended, waiter: makeWaiter) {
    case .ended(let record):
      Engine.observer.note(record)
      return .ended(record)
    case .pending(let wait): return .asleep(waiter!, wait, WaitWatch(over: wait, request, .suspended))
    }
  }

  private enum Start {
    case ended(WaitRecord)
    case asleep(TaskWaiter, PendingWait, WaitWatch)
  }

  // MARK: Begin and end

  private enum Begun {
    case ended(WaitRecord)
    case pending(PendingWait)
  }

  /// Begins a wait. Its waiter is made under the lock of the engine, and only if the wait sleeps.
  private static func begin(
    _ request: WaitRequest, unreachable: [Int], inside enclosing: [SlotKey], _ surroundings: Surroundings,
    waiter: () -> any Waiter
  ) -> Begun {
    Engine.withLockReleasingWaiters { state -> Begun in
      let members = request.members(in: &state, unreachable: unreachable)
      let now = state.tick()
      let outer = enclosing.last { state.machine.isLive($0) }
      let terms = request.terms(from: now, inside: outer, blocking: surroundings.blocked)
      switch state.machine.begin(members, terms: terms, waiter: waiter(), at: now.fair) {
      case .pending(let wait, let nextLook):
        return .pending(PendingWait(wait, of: request, since: now, nextLook: nextLook, by: &state.clock))
      case .ended(let verdict):
        // It has not slept, so it has blocked nothing.
        var record = WaitRecord(
          request: request, verdict: verdict, started: now, decided: now.real, ended: now.real,
          surroundings: .suspended, elapsedOnClock: request.clock.isOther ? .zero : nil)
        record.takeStates(in: &state)
        return .ended(record)
      }
    }
  }

  /// Goes on after the sleep. With a success the wait has ended already, and the lock of the engine is not taken.
  @inline(__always)
  private static func end(
    _ wait: PendingWait, _ decision: Decision, of request: WaitRequest, _ surroundings: Surroundings, _ watch: WaitWatch
  ) -> WaitRecord {
    guard let success = decision.success else { return endUndecided(wait, decision, of: request, surroundings, watch) }
    let record = WaitRecord(
      request: request, verdict: success, started: wait.started, decided: decision.time, ended: decision.time,
      surroundings: surroundings)
    return watch.hasNothingToTell(ofSuccessAt: decision.time) ? record : complete(record, wait, watch)
  }

  private static func endUndecided(
    _ wait: PendingWait, _ decision: Decision, of request: WaitRequest, _ surroundings: Surroundings, _ watch: WaitWatch
  ) -> WaitRecord {
    let record = Engine.withLockReleasingWaiters { state in
      let ended = state.tick().real
      var record = WaitRecord(
        request: request, verdict: state.machine.end(wait.key), started: wait.started, decided: decision.time,
        ended: ended, surroundings: surroundings, elapsedOnClock: request.clock.isOther ? .zero : nil)
      record.takeStates(in: &state)
      return record
    }
    return complete(record, wait, watch)
  }

  /// Adds what others have found out about the wait, and notes it.
  private static func complete(_ record: WaitRecord, _ wait: PendingWait, _ watch: WaitWatch) -> WaitRecord {
    var record = record
    record.elapsedOnClock = watch.end() ?? record.elapsedOnClock
    record.findings = Engine.observer.waitEnded(wait.key, record)
    Engine.observer.note(record)
    return record
  }

  /// The record of a wait that has not ended, as if its time were over now.
  static func snapshot(of wait: SlotKey, for request: WaitRequest, _ surroundings: Surroundings) -> WaitRecord? {
    Engine.withLock { state in
      guard let live = state.machine.wait(wait) else { return nil }
      let now = state.now()
      var record = WaitRecord(
        request: request, verdict: Verdict(kind: .timedOut, instant: now.fair),
        started: Moment(fair: live.started, real: live.terms.place.time), decided: now.real, ended: now.real,
        surroundings: surroundings)
      record.takeStates(in: &state)
      return record
    }
  }
}

extension WaitRecord {
  /// Takes the states of the expectations, unless no report is wanted. Only under the lock of the engine.
  fileprivate mutating func takeStates(in state: inout EngineState) {
    guard request.isSilent || !isSuccess else { return }
    states = request.expectations.map { $0.state(in: &state) }
  }
}

/// A wait that goes on.
struct PendingWait {
  let key: SlotKey
  let started: Moment
  /// When to check it first, on the fair clock; of a pause `.never`.
  let nextLook: Instant

  /// Tells the clock of the next check, which the alarm is going to be set for. Only under the lock of the engine.
  init(
    _ key: SlotKey, of request: borrowing WaitRequest, since started: Moment, nextLook: Instant,
    by clock: inout FairClock
  ) {
    self.key = key
    self.started = started
    self.nextLook = min(nextLook, request.firstLook(from: started))
    let next = request.isPause ? pauseEnd(of: request) : clock.realInstant(of: self.nextLook)
    if next != .never { clock.expectLook(at: next.next) }
  }

  /// The end of a pause, in real time.
  func pauseEnd(of request: borrowing WaitRequest) -> Instant { started.real.advanced(by: request.timeouts.limit) }
}
