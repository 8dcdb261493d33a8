/// A timer that fires after a period without events, on any clock.
final class QuietTimer: Sendable {
  private let clock: any Clock<Duration>
  private let quietTime: Duration
  private let state = Locked<(number: Int, sleeper: Task<Void, Never>?)>((0, nil))

  init(clock: any Clock<Duration>, quietTime: Duration) {
    self.clock = clock
    // Adding a very long duration to an instant would overflow.
    self.quietTime = min(quietTime, .seconds(10 * 365 * 86_400))
  }

  deinit {
    state.withLock { $0.sleeper }?.cancel()
  }

  /// Restarts or stops the timer. A command with a lower number than an earlier one is late, and is ignored.
  ///
  /// - Parameter becameQuiet: Called by a task at the end of the quiet time.
  func set(number: Int, isOn: Bool, becameQuiet: @escaping @Sendable () -> Void) {
    var sleeper: Task<Void, Never>?
    if isOn {
      sleeper = Task { [clock, quietTime] in
        if (try? await clock.sleep(for: quietTime)) != nil { becameQuiet() }
      }
    }
    let new = sleeper
    let stopped = state.withLock { state in
      guard number > state.number else { return new }
      defer { state = (number, new) }
      return state.sleeper
    }
    stopped?.cancel()
  }
}
