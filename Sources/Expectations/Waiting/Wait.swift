import Foundation

/// Carries out a wait: begins it in the machine, sleeps until there is a verdict, and ends it.
enum Wait {
  /// Blocks the calling thread. `keepsStates` is for those who want a report of a success, too.
  static func block(_ request: WaitRequest, keepsStates: Bool = false) -> WaitOutcome {
    WaitOutcome(blockUntilTheEnd(of: request, keepsStates: keepsStates), of: request)
  }

  /// Suspends the calling task. `keepsStates` is for those who want a report of a success, too.
  static func suspend(
    _ request: WaitRequest, keepsStates: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async -> WaitOutcome {
    WaitOutcome(await suspendUntilTheEnd(of: request, keepsStates: keepsStates), of: request)
  }

  private static func blockUntilTheEnd(of request: WaitRequest, keepsStates: Bool) -> WaitEnding {
    let members = request.members(isBlocking: true)
    let surroundings = Surroundings.current
    let sleeper = Sleeper(surroundings)
    let outer = ThreadWaits.innermost
    let beginning = begin(request, members, waiter: sleeper.waiter, outer: outer, keepsStates: keepsStates)
    guard case .pending(let wait, let nextLook) = beginning else { return beginning.ending(in: surroundings) }
    ThreadWaits.push(wait)
    sleeper.sleep(wait, nextLook: nextLook)
    ThreadWaits.pop()
    return end(wait, keepsStates: keepsStates, surroundings)
  }

  private static func suspendUntilTheEnd(
    of request: WaitRequest, keepsStates: Bool, isolation: isolated (any Actor)? = #isolation
  ) async -> WaitEnding {
    let waiter = TaskWaiter()
    let members = request.members(isBlocking: false)
    let beginning = begin(request, members, waiter: waiter, outer: nil, keepsStates: keepsStates)
    guard case .pending(let wait, let nextLook) = beginning else { return beginning.ending(in: .suspended) }
    Alarm.shared.set(wait, after: nextLook)
    await withTaskCancellationHandler(
      operation: { await waiter.park(isolation: isolation) },
      onCancel: { Engine.cancel(wait) },
      isolation: isolation)
    Alarm.shared.clear(wait)
    return end(wait, keepsStates: keepsStates, .suspended)
  }

  private enum Beginning {
    case pending(SlotKey, nextLook: Instant)
    case decided(WaitEnding)

    func ending(in surroundings: Surroundings) -> WaitEnding {
      guard case .decided(var ending) = self else { preconditionFailure("the wait is not over") }
      ending.surroundings = surroundings
      return ending
    }
  }

  private static func begin(
    _ request: WaitRequest, _ members: [WaitMember], waiter: any Waiter, outer: SlotKey?, keepsStates: Bool
  ) -> Beginning {
    Engine.state.withLock { state in
      let now = state.tick()
      let wait = state.machine.begin(
        members, terms: request.terms(from: now, outer: outer), waiter: waiter, at: now)
      guard state.machine.waits[wait].verdict != nil else {
        return .pending(wait, nextLook: state.machine.waits[wait].nextLook(after: now))
      }
      return .decided(end(wait, in: &state.machine, at: now, keepsStates: keepsStates, .suspended))
    }
  }

  private static func end(_ wait: SlotKey, keepsStates: Bool, _ surroundings: Surroundings) -> WaitEnding {
    Engine.state.withLock { state in
      let now = state.tick()
      return end(wait, in: &state.machine, at: now, keepsStates: keepsStates, surroundings)
    }
  }

  private static func end(
    _ wait: SlotKey, in machine: inout Engine.Machine, at now: Instant, keepsStates: Bool,
    _ surroundings: Surroundings
  ) -> WaitEnding {
    let state = machine.waits[wait]
    var ending = WaitEnding(
      finish: machine.finish(wait), started: state.started, ended: now, deadline: state.terms.deadline,
      surroundings: surroundings, states: [])
    if keepsStates || !ending.isSuccess {
      ending.states = state.members.map { machine.expectations[$0.expectation] }
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
        waiter.park(until: instant.next)
        nextLook = waiter.isGranted ? nil : Engine.expire(wait)
      }
    case .runLoop(let waiter):
      Alarm.shared.set(wait, after: nextLook)
      waiter.park()
      Alarm.shared.clear(wait)
    }
  }
}
