import Dispatch

/// The machine of the process behind a lock, and the code that carries out its actions.
///
/// For each event, the engine takes the lock, reads the clock, calls the machine, and grants permits to the waits that
/// the event decided. After it has released the lock, it wakes them, and the caller records a problem, if there is one.
enum Engine {
  private static let state = Locked(EngineState())

  /// Runs `body` under the engine's lock. It must not release an object whose `deinit` may run any code.
  @inline(__always)
  static func withLock<Result>(_ body: (inout EngineState) -> Result) -> Result { state.withLock(body) }

  static func cancel(_ key: TableKey) { perform { $0.cancel(key, at: $1) } }

  /// Decides a wait whose limit has passed on another clock.
  static func timeUp(_ key: TableKey) { perform { $0.timeUp(key, at: $1) } }

  private static func perform(_ event: (inout Machine, Moment) -> Machine.Action) {
    withLock { $0.perform(event) }.wake()
  }

  // MARK: On the timer's queue

  /// Lets the clock decide, and sends a beat if one is due.
  static func fire() {
    let (action, probed, isMainSilent) = withLock { state in
      let real = Instant.now()
      let (action, probed) = state.fire(at: real)
      return (action, probed, state.clock.stall(at: real)?.queues.contains(.main) ?? false)
    }
    if action.needsExplanation, let observer = RunObservers.current {
      observer.waitsTimedOut {
        let now = Instant.now()
        withLock { _ in for wait in action.decided { wait.object?.noteHeld(until: now) } }
        action.wake()
      }
    } else {
      action.wake()
    }
    for queue in QueueSet.each where probed.contains(queue) { probe(queue) }
    if isMainSilent { askMainThread() }
  }

  private static func probe(_ queue: QueueSet) {
    let answer: @Sendable () -> Void = { withLock { $0.answer(queue) } }
    switch queue {
    case .main: DispatchQueue.main.async(execute: answer)
    case .global: DispatchQueue.global().async(execute: answer)
    default: Task.detached(priority: queue == .mediumPool ? .medium : .high) { answer() }
    }
  }
}

extension Machine.Action {
  /// Wakes the waits that have their permits. Do not call it under the engine's lock.
  @inline(__always)
  func wake() {
    guard decided.count > 0 else { return }
    for wait in decided { wait.object?.wake() }
  }
}

extension EngineState {
  /// Ends a wait that has its verdict.
  mutating func end(_ key: TableKey, at real: @autoclosure () -> Instant = .now()) -> (WaitState, Verdict) {
    let (wait, verdict) = machine.end(key)
    // A pause around it may have lasted for this wait only.
    if let outer = wait.outer { checkPause(outer, at: real()) }
    return (wait, verdict)
  }

  /// Lets the timer check a pause when a wait inside it begins or ends, which changes its end.
  mutating func checkPause(_ key: TableKey, at real: Instant) {
    guard machine.waits.contains(key), machine.waits[key].terms.pause != .max, machine.waits[key].isTimed else {
      return
    }
    bringTimerForward(to: max(real, machine.waits[key].realEnd(after: real, uncounted: clock.uncounted)))
  }
}

extension TestHosts {
  /// Notes that the main queue runs: from now on, its silence is a stall.
  static func expectMainQueue() { Engine.withLock { $0.clock.expect(.main) } }
}
