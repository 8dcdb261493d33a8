import Foundation

/// Carries out a wait: begins it in the machine, sleeps until there is a verdict, and ends it.
enum Wait {
  /// Blocks the calling thread.
  static func block(_ request: WaitRequest) -> WaitOutcome {
    let observations = Observations(of: request)
    let end = blockUntilTheEnd(of: request)
    observations.end(end)
    return .after(end, of: request)
  }

  /// Suspends the calling task.
  @inline(__always)
  static func suspend(
    _ request: WaitRequest, isolation: isolated (any Actor)? = #isolation
  ) async -> WaitOutcome {
    let observations = Observations(of: request)
    let end: WaitEnd
    switch startSuspending(request) {
    case .over(let ending):
      end = .eventful(ending)
    case .asleep(let waiter, let wait, let watch):
      let decision = await withTaskCancellationHandler(
        operation: { await withCheckedContinuation(isolation: isolation) { waiter.park($0) } },
        onCancel: { Engine.cancel(wait.key) },
        isolation: isolation)
      end = wakeUp(wait, decision, of: request, .suspended, watch)
    }
    observations.end(end)
    return .after(end, of: request)
  }

  private static func blockUntilTheEnd(of request: WaitRequest) -> WaitEnd {
    let around = ThreadWaits.around
    let members: Few<WaitMember>
    switch glance(request, unreachable: request.blockedByCaller, around: around) {
    case .decided(let ending): return .eventful(ending)
    case .open(let those): members = those
    }
    let surroundings = Surroundings.current
    let sleeper = Sleeper(surroundings)
    switch begin(request, members, waiter: sleeper.waiter, around: around, blocking: surroundings.blocked) {
    case .decided(let ending): return .eventful(ending)
    case .pending(let wait):
      Blockage.enter(surroundings)
      let watch = WaitWatch(over: wait, request, surroundings)
      let decision = sleeper.park(for: wait.key)
      Blockage.leave(surroundings)
      return wakeUp(wait, decision, of: request, surroundings, watch)
    }
  }

  /// How a wait of a task began. What it does before and after its sleep is not asynchronous: each return to an
  /// asynchronous function takes its time.
  private enum Start {
    case over(WaitEnding)
    case asleep(TaskWaiter, PendingWait, WaitWatch)
  }

  private static func startSuspending(_ request: WaitRequest) -> Start {
    let members: Few<WaitMember>
    switch glance(request, unreachable: [], around: []) {
    case .decided(let ending): return .over(ending)
    case .open(let those): members = those
    }
    let waiter = TaskWaiter()
    switch begin(request, members, waiter: waiter, around: [], blocking: .unknown) {
    case .decided(let ending): return .over(ending)
    case .pending(let wait): return .asleep(waiter, wait, WaitWatch(over: wait, request, .suspended))
    }
  }

  // MARK: Under the lock

  private enum Beginning {
    case decided(WaitEnding)
    case pending(PendingWait)
  }

  private enum Glance {
    case decided(WaitEnding)
    case open(Few<WaitMember>)
  }

  /// Looks whether the wait need not sleep at all, before anything is made for sleeping.
  private static func glance(_ request: WaitRequest, unreachable: [Int], around: [SlotKey]) -> Glance {
    Engine.state.withLock { state in
      let members = request.members(in: &state, unreachable: unreachable)
      // Whether it need not sleep is found out again when it begins, so a glance that tells nothing is as good.
      if case .one(let member) = members, around.isEmpty, request.timeouts.limit > 0, state.machine.isFresh(member) {
        return .open(members)
      }
      let now = state.tick()
      let terms = request.terms(from: now, inside: around.last { state.machine.waits.contains($0) })
      guard let finish = state.machine.judge(members, terms: terms, at: now.fair) else { return .open(members) }
      return .decided(ending(finish, of: request, since: now, decided: now.real, at: now, in: &state, .suspended))
    }
  }

  private static func begin(
    _ request: WaitRequest, _ members: Few<WaitMember>, waiter: any Waiter, around: [SlotKey],
    blocking thread: ThreadLabel
  ) -> Beginning {
    Engine.state.withLock { state in
      let now = state.tick()
      let outer = around.last { state.machine.waits.contains($0) }
      let terms = request.terms(from: now, inside: outer, blocking: thread)
      switch state.machine.begin(members, terms: terms, waiter: waiter, at: now.fair) {
      case .pending(let wait, let nextLook):
        return .pending(PendingWait(wait, of: request, since: now, nextLook: nextLook, by: &state.clock))
      case .decided(let finish):
        return .decided(ending(finish, of: request, since: now, decided: now.real, at: now, in: &state, .suspended))
      }
    }
  }

  /// Goes on after the sleep. With a success the wait is over already, and the engine's lock is not taken.
  @inline(__always)
  private static func wakeUp(
    _ wait: PendingWait, _ decision: Decision, of request: WaitRequest, _ surroundings: Surroundings, _ watch: WaitWatch
  ) -> WaitEnd {
    if let success = decision.success, watch.hasNothingToTell(ofSuccessAt: decision.time) {
      return .uneventful(first: success.kind.first)
    }
    return .eventful(end(wait, decision, of: request, surroundings, watch))
  }

  private static func end(
    _ wait: PendingWait, _ decision: Decision, of request: WaitRequest, _ surroundings: Surroundings, _ watch: WaitWatch
  ) -> WaitEnding {
    let elapsedOnClock = watch.end()
    var over =
      if let success = decision.success {
        WaitEnding(success, at: decision.time, of: request, since: wait.started, surroundings)
      } else {
        finish(wait, decided: decision.time, of: request, surroundings)
      }
    over.elapsedOnClock = elapsedOnClock ?? over.elapsedOnClock
    over.findings = Probes.collect(wait.key, over, limit: request.timeouts.limit)
    return over
  }

  private static func finish(
    _ wait: PendingWait, decided: Instant, of request: WaitRequest, _ surroundings: Surroundings
  ) -> WaitEnding {
    Engine.state.withLock { state in
      let now = state.tick()
      let finish = state.machine.finish(wait.key)
      return ending(finish, of: request, since: wait.started, decided: decided, at: now, in: &state, surroundings)
    }
  }

  private static func ending(
    _ finish: Finish, of request: WaitRequest, since started: Moment, decided: Instant, at now: Moment,
    in state: inout EngineState, _ surroundings: Surroundings
  ) -> WaitEnding {
    // The other clock may have ended the wait long before its bound in real time.
    let bound = started.fair.advanced(by: request.timeouts.limit)
    let deadline = request.clock.isOther ? min(bound, finish.verdict.instant) : bound
    var ending = WaitEnding(
      finish: finish, started: started, decided: decided, ended: now.real, deadline: deadline,
      surroundings: surroundings,
      elapsedOnClock: request.clock.isOther ? .zero : nil)
    if request.isSilent || !ending.isSuccess {
      ending.states = request.cores.map { $0.state(in: &state) }
    }
    return ending
  }
}

/// A wait that goes on.
struct PendingWait {
  let key: SlotKey
  let started: Moment
  /// When to look at it first, on the fair clock; of a pause `.never`.
  let nextLook: Instant

  /// Has the clock told of the next look, which the alarm is going to be set for. Only under the engine's lock.
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

/// How a blocking wait sleeps, by where it was called.
private enum Sleeper {
  case thread(ThreadWaiter)
  case runLoop(RunLoopWaiter)

  init(_ surroundings: Surroundings) {
    // Threads of Dispatch do not count as executing: they have no sources in run loops, and must not be given a run loop.
    let isOnRunLoop =
      ThreadWaits.areKept
      && (MainThread.isCurrent
        || (surroundings == .thread && Thread.current.isExecuting && RunLoopWaiter.isWorthwhile()))
    self = isOnRunLoop ? .runLoop(RunLoopWaiter()) : .thread(ThreadWaiter())
  }

  var waiter: any Waiter {
    switch self {
    case .thread(let waiter): waiter
    case .runLoop(let waiter): waiter
    }
  }

  /// Sleeps until the wait has its verdict.
  func park(for wait: SlotKey) -> Decision {
    switch self {
    case .thread(let waiter): waiter.park()
    case .runLoop(let waiter): waiter.park(for: wait)
    }
  }
}
