import Foundation

/// Carries out a wait: begins it in the machine, sleeps until there is a verdict, and ends it.
enum Wait {
  /// Blocks the calling thread.
  static func block(_ request: WaitRequest) -> WaitOutcome {
    let observations = Observations(of: request)
    let ending = blockUntilTheEnd(of: request)
    observations.end(ending)
    return WaitOutcome(ending, of: request)
  }

  /// Suspends the calling task.
  static func suspend(
    _ request: WaitRequest, isolation: isolated (any Actor)? = #isolation
  ) async -> WaitOutcome {
    let observations = Observations(of: request)
    let ending = await suspendUntilTheEnd(of: request)
    observations.end(ending)
    return WaitOutcome(ending, of: request)
  }

  private static func blockUntilTheEnd(of request: WaitRequest) -> WaitEnding {
    let members = request.members(isBlocking: true)
    let outer = ThreadWaits.innermost
    if let ending = glance(request, members, outer: outer) { return ending }
    let surroundings = Surroundings.current
    let sleeper = Sleeper(surroundings)
    switch begin(request, members, waiter: sleeper.waiter, outer: outer) {
    case .decided(let ending): return ending
    case .pending(let wait, let nextLook):
      let timer = ClockTimer(for: wait, of: request)
      ThreadWaits.push(wait)
      Watchdog.watch(wait, request, surroundings)
      if surroundings == .task { PoolBlockage.enter() }
      sleeper.sleep(wait, nextLook: nextLook)
      if surroundings == .task { PoolBlockage.leave() }
      ThreadWaits.pop()
      return end(wait, of: request, surroundings, timer)
    }
  }

  private static func suspendUntilTheEnd(
    of request: WaitRequest, isolation: isolated (any Actor)? = #isolation
  ) async -> WaitEnding {
    let members = request.members(isBlocking: false)
    if let ending = glance(request, members, outer: nil) { return ending }
    let waiter = TaskWaiter()
    switch begin(request, members, waiter: waiter, outer: nil) {
    case .decided(let ending): return ending
    case .pending(let wait, let nextLook):
      let timer = ClockTimer(for: wait, of: request)
      Alarm.shared.set(wait, after: nextLook)
      Watchdog.watch(wait, request, .suspended)
      await withTaskCancellationHandler(
        operation: { await waiter.park(isolation: isolation) },
        onCancel: { Engine.cancel(wait) },
        isolation: isolation)
      Alarm.shared.clear(wait)
      return end(wait, of: request, .suspended, timer)
    }
  }

  // MARK: Under the lock

  private enum Beginning {
    case decided(WaitEnding)
    case pending(SlotKey, nextLook: Instant)
  }

  /// Looks whether the wait need not sleep at all, before anything is made for sleeping.
  private static func glance(
    _ request: WaitRequest, _ members: [WaitMember], outer: SlotKey?
  ) -> WaitEnding? {
    Engine.state.withLock { state in
      let now = state.tick()
      let terms = request.terms(from: now, outer: outer)
      return state.machine.judge(members, terms: terms, at: now).map { finish in
        ending(finish, of: request, since: now, terms, at: now, in: state.machine, .suspended)
      }
    }
  }

  private static func begin(
    _ request: WaitRequest, _ members: [WaitMember], waiter: any Waiter, outer: SlotKey?
  ) -> Beginning {
    Engine.state.withLock { state in
      let now = state.tick()
      let terms = request.terms(from: now, outer: outer)
      switch state.machine.begin(members, terms: terms, waiter: waiter, at: now) {
      case .pending(let wait, let nextLook):
        return .pending(wait, nextLook: min(nextLook, request.firstLook(from: now)))
      case .decided(let finish):
        return .decided(
          ending(
            finish, of: request, since: now, terms, at: now, in: state.machine, .suspended))
      }
    }
  }

  private static func end(
    _ wait: SlotKey, of request: WaitRequest, _ surroundings: Surroundings, _ timer: ClockTimer?
  ) -> WaitEnding {
    let elapsedOnClock = timer?.elapsed()
    timer?.cancel()
    var over = Engine.state.withLock { state in
      let now = state.tick()
      let (terms, started) = (state.machine.waits[wait].terms, state.machine.waits[wait].started)
      let finish = state.machine.finish(wait)
      return ending(
        finish, of: request, since: started, terms, at: now, in: state.machine, surroundings,
        elapsedOnClock: elapsedOnClock)
    }
    Watchdog.unwatch(wait)
    over.findings = Probes.collect(wait, over, limit: request.timeouts.limit)
    return over
  }

  private static func ending(
    _ finish: Finish, of request: WaitRequest, since started: Instant, _ terms: WaitTerms<FulfillmentPlace>,
    at now: Instant, in machine: borrowing Engine.Machine, _ surroundings: Surroundings,
    elapsedOnClock: Duration? = nil
  ) -> WaitEnding {
    // The other clock may have ended the wait long before its bound in real time.
    let deadline = terms.isTimedElsewhere ? min(terms.deadline, finish.verdict.instant) : terms.deadline
    var ending = WaitEnding(
      finish: finish, started: started, ended: now, deadline: deadline, surroundings: surroundings,
      elapsedOnClock: elapsedOnClock ?? (terms.isTimedElsewhere ? .zero : nil), states: [])
    if request.isSilent || !ending.isSuccess {
      ending.states = request.cores.map { machine.expectations[$0.key] }
    }
    return ending
  }
}

/// How a blocking wait sleeps, by where it was called.
private enum Sleeper {
  case thread(ThreadWaiter)
  case runLoop(RunLoopWaiter)

  init(_ surroundings: Surroundings) {
    // Threads of Dispatch do not count as executing: nobody adds sources to their run loops, nor must we make them one.
    let isOnRunLoop =
      Thread.isMainThread
      || (surroundings == .thread && Thread.current.isExecuting && RunLoopWaiter.isWorthwhile())
    self = isOnRunLoop ? .runLoop(RunLoopWaiter()) : .thread(ThreadWaiter())
  }

  var waiter: any Waiter {
    switch self {
    case .thread(let waiter): waiter
    case .runLoop(let waiter): waiter
    }
  }

  /// Sleeps until the wait has its verdict.
  func sleep(_ wait: SlotKey, nextLook: Instant) {
    switch self {
    case .thread(let waiter):
      // The thread watches its own deadline: it needs no timer.
      var nextLook: Instant? = nextLook
      while let instant = nextLook {
        nextLook = waiter.park(until: instant.next) ? nil : Engine.expire(wait)
      }
    case .runLoop(let waiter):
      Alarm.shared.set(wait, after: nextLook)
      waiter.park()
      Alarm.shared.clear(wait)
    }
  }
}
