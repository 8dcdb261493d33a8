/// Carries out a wait: begins it in the machine, sleeps until the machine decides it, and ends it.
enum Wait {
  /// Blocks the calling thread for the wait.
  static func block(_ request: WaitRequest) -> WaitRecord {
    let observations = WaitObservations(of: request)
    let context = CallingContext.current
    let unreachable = request.blockedByCaller
    var waiter: (any BlockingWaiter)?
    let start = begin(request, unreachable: unreachable, inside: RunLoopWaits.enclosing, context) {
      let made = context.makeWaiter(
        for: request.expectations.first?.title, mode: ExpectationDefaults.runLoopMode)
      waiter = made
      return made
    }
    let record: WaitRecord
    switch consume start {
    case .ended(let ended):
      record = ended
      Wait.observer.waitEndedAtOnce(record)
    case .pending(let wait):
      Blockage.enter(context)
      let monitor = PendingWaitMonitor(over: wait, request, context)
      let decision = waiter!.park(for: wait.key)
      Blockage.leave(context)
      record = end(wait, decision, of: request, context, monitor)
    }
    observations.end(record)
    return record
  }

  /// Suspends the calling task for the wait.
  // Not inlined: each copy of this function in its callers costs a tenth of a second to compile, and saves nothing.
  @inline(never)
  static func suspend(
    _ request: WaitRequest, isolation: isolated (any Actor)? = #isolation
  ) async -> WaitRecord {
    let request = ControlledTime.current.map(request.controlled(by:)) ?? request
    let observations = WaitObservations(of: request)
    let record: WaitRecord
    switch beginSuspending(request) {
    case .ended(let ended): record = ended
    case .asleep(let waiter, let wait, let monitor):
      let decision = await withTaskCancellationHandler(
        operation: { await withCheckedContinuation(isolation: isolation) { waiter.park($0) } },
        onCancel: { Engine.cancel(wait.key) },
        isolation: isolation)
      record = end(wait, decision, of: request, .suspended(on: isolation), monitor)
    }
    observations.end(record)
    return record
  }

  /// Runs the steps before the sleep of a task. They are not asynchronous, because each return to an asynchronous
  /// function takes time.
  private static func beginSuspending(_ request: WaitRequest) -> SuspendingStart {
    var waiter: TaskWaiter?
    let start = begin(request) {
      let made = TaskWaiter(for: request.expectations.first?.title)
      waiter = made
      return made
    }
    switch consume start {
    case .ended(let record):
      Wait.observer.waitEndedAtOnce(record)
      return .ended(record)
    case .pending(let wait): return .asleep(waiter!, wait, PendingWaitMonitor(over: wait, request, .suspended))
    }
  }

  private enum SuspendingStart {
    case ended(WaitRecord)
    case asleep(TaskWaiter, PendingWait, PendingWaitMonitor)
  }

  // MARK: Begin and end

  enum Start {
    case ended(WaitRecord)
    case pending(PendingWait)
  }

  /// Begins a wait. It makes the waiter under the engine's lock, and only if the wait sleeps.
  static func begin(
    _ request: WaitRequest, unreachable: [Int] = [], inside enclosing: [SlotKey] = [],
    _ context: CallingContext = .suspended, waiter: () -> any Waiter
  ) -> Start {
    let queue = Blockage.queue(occupiedIn: context)
    return Engine.withLock { state -> Start in
      // What passed before the wait began is not its time.
      state.advanceOwnTime()
      let members = request.members(in: &state, unreachable: unreachable)
      let now = state.tick()
      let outer = enclosing.last { state.machine.isLive($0) }
      let parameters = request.parameters(from: now, inside: outer, blocking: context.blocked, occupying: queue)
      switch state.machine.begin(
        members, parameters: parameters, waiter: WaiterReference(object: waiter()), at: now.fair)
      {
      case .pending(let wait, let nextCheck):
        return .pending(PendingWait(wait, of: request, since: now, nextCheck: nextCheck, occupying: queue, in: &state))
      case .ended(let verdict):
        // A wait that never sleeps blocks nothing.
        return .ended(
          WaitRecord(
            request: request, verdict: verdict, started: now, decided: now.real, ended: now.real, context: .suspended,
            elapsedOnClock: request.clock.isOther ? .zero : nil, states: request.states(after: verdict, in: &state)))
      }
    }
  }

  /// Continues after the sleep. After a success the wait has already ended, so the engine's lock is not needed.
  private static func end(
    _ wait: PendingWait, _ decision: Decision, of request: WaitRequest, _ context: CallingContext,
    _ monitor: PendingWaitMonitor
  ) -> WaitRecord {
    guard let success = decision.success else { return endUndecided(wait, decision, of: request, context, monitor) }
    let record = WaitRecord(
      request: request, verdict: success, started: wait.started, decided: decision.time, ended: decision.time,
      context: context)
    return monitor.needsNoReport(ofSuccessAt: decision.time) ? record : complete(record, wait, monitor)
  }

  private static func endUndecided(
    _ wait: PendingWait, _ decision: Decision, of request: WaitRequest, _ context: CallingContext,
    _ monitor: PendingWaitMonitor
  ) -> WaitRecord {
    let record = Engine.withLock { state in
      let ended = state.tick().real
      var record = WaitRecord(
        request: request, verdict: state.machine.end(wait.key), started: wait.started, decided: decision.time,
        ended: ended, context: context, elapsedOnClock: request.clock.isOther ? .zero : nil)
      record.states = request.states(after: record.verdict, in: &state)
      // Whoever cancels a task knows of it. An `async let` is canceled because its result is not awaited.
      if record.isCancelled, !RunningTask.isAsyncLet {
        for expectation in request.expectations { expectation.markRead(in: &state) }
      }
      return record
    }
    if EdgeTrace.isRecorded { EdgeTrace.note(record) }
    return complete(record, wait, monitor)
  }

  /// Adds the observers' findings about the wait, and notes the record.
  private static func complete(_ record: WaitRecord, _ wait: PendingWait, _ monitor: PendingWaitMonitor) -> WaitRecord {
    var record = record
    record.started.fair = record.started.fair.advanced(by: -wait.passedAlone)
    record.elapsedOnClock = monitor.end() ?? record.elapsedOnClock
    record.findings = Wait.observer.waitEnded(wait.key, record)
    Wait.observer.note(record)
    return record
  }

  /// Returns the record of a live wait, as if its time were over now; nil when the wait has ended.
  static func snapshot(of wait: SlotKey, for request: WaitRequest, _ context: CallingContext) -> WaitRecord? {
    Engine.withLock { state in
      guard let live = state.machine.wait(wait) else { return nil }
      let now = state.now()
      var record = WaitRecord(
        request: request, verdict: Verdict(kind: .timedOut, instant: now.fair),
        started: Moment(fair: live.started, real: live.parameters.place.time), decided: now.real, ended: now.real,
        context: context)
      record.states = request.states(after: record.verdict, in: &state)
      return record
    }
  }
}

extension WaitRequest {
  /// Returns the states of the expectations, if a report needs them. Call it only under the engine's lock.
  fileprivate func states(
    after verdict: Verdict, in state: inout EngineState
  ) -> [ExpectationState] {
    guard recordsNothing || !verdict.isSuccess else { return [] }
    return expectations.map { $0.state(in: &state) }
  }
}

/// A wait that continues.
struct PendingWait {
  let key: SlotKey
  let started: Moment
  /// When to check it first, on the fair clock; `.never` for a pause.
  let nextCheck: MonotonicInstant
  /// The queue whose thread it occupies, and how much time had passed for such waits alone when it began.
  private let queue: QueueSet
  private let test: ObjectIdentifier?
  private let ownTime: Nanoseconds
  /// Creates a wait, and tells the clocks when the deadline timer will check. Call it only under the engine's lock.
  init(
    _ key: SlotKey, of request: WaitRequest, since started: Moment, nextCheck: MonotonicInstant,
    occupying queue: QueueSet, in state: inout EngineState
  ) {
    self.key = key
    self.started = started
    (self.queue, test) = (queue, request.test)
    ownTime = state.ownTime.passed.time(queue, in: test)
    self.nextCheck = min(nextCheck, request.firstCheck(from: started))
    let next = request.isPause ? pauseEnd(of: request) : state.clock.realInstant(of: self.nextCheck)
    if next != .never { state.expectCheck(at: next.next) }
  }

  /// How much time has passed for this wait while the fair clock stood still.
  var passedAlone: Nanoseconds { Engine.now(blocking: queue, in: test).ownTime - ownTime }

  /// The end of a pause, in real time.
  func pauseEnd(of request: WaitRequest) -> MonotonicInstant {
    started.real.advanced(by: request.timeouts.limit)
  }
}
