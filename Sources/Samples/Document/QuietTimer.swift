/// A timer that fires after a period without events, on any clock.
protocol QuietTimer: Sendable {
  /// Restarts or stops the timer. A command with a lower number than an earlier one is late, and is ignored.
  func set(number: Int, isOn: Bool)
}

/// One task sleeps, no matter how often the timer is restarted. When it wakes, it checks whether enough time has
/// passed.
final class ClockQuietTimer<TimerClock: Clock>: QuietTimer where TimerClock.Duration == Duration {
  private struct State: Sendable {
    var number = 0
    var deadline: TimerClock.Instant?
    /// The number of the current sleeper. A sleeper with a lower number was stopped and does nothing.
    var sleeper = 0
    var isSleeping = false
    var task: Task<Void, Never>?
  }

  private let clock: TimerClock
  private let quietTime: Duration
  private let becameQuiet: @Sendable (_ number: Int) -> Void
  private let state = Locked(State())

  /// - Parameter becameQuiet: Called by a task, with the number of the command that last set the timer.
  init(clock: TimerClock, quietTime: Duration, becameQuiet: @escaping @Sendable (_ number: Int) -> Void) {
    self.clock = clock
    self.quietTime = quietTime
    self.becameQuiet = becameQuiet
  }

  func set(number: Int, isOn: Bool) {
    if isOn { start(number) } else { stop(number) }
  }

  private func start(_ number: Int) {
    let deadline = clock.now.advanced(by: quietTime)
    let sleeper = state.withLock { state -> Int? in
      guard number > state.number else { return nil }
      (state.number, state.deadline) = (number, deadline)
      guard !state.isSleeping else { return nil }
      state.isSleeping = true
      state.sleeper += 1
      return state.sleeper
    }
    guard let sleeper else { return }
    let task = Task { await self.sleep(as: sleeper) }
    let isKept = state.withLock { state in
      guard state.isSleeping, state.sleeper == sleeper else { return false }
      state.task = task
      return true
    }
    if !isKept { task.cancel() }
  }

  private func stop(_ number: Int) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard number > state.number else { return nil }
      let task = state.task
      state = State(number: number, sleeper: state.sleeper + 1)
      return task
    }
    task?.cancel()
  }

  private func sleep(as sleeper: Int) async {
    while let deadline = deadline(for: sleeper) {
      // The sleep is canceled when the timer is stopped.
      guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
      if let number = take(upTo: clock.now, by: sleeper) { becameQuiet(number) }
    }
  }

  /// Returns the deadline of the sleeper; nil to end it.
  private func deadline(for sleeper: Int) -> TimerClock.Instant? {
    state.withLock { state in
      guard state.sleeper == sleeper else { return nil }
      if state.deadline == nil { (state.isSleeping, state.task) = (false, nil) }
      return state.deadline
    }
  }

  private func take(upTo now: TimerClock.Instant, by sleeper: Int) -> Int? {
    state.withLock { state in
      guard state.sleeper == sleeper, let deadline = state.deadline, deadline <= now else { return nil }
      state.deadline = nil
      return state.number
    }
  }
}
