/// When a document saves by itself: once nothing was edited for a while.
public struct DocumentAutosave: Sendable {
  /// How long nothing is edited before the changes are saved; each edit starts it anew.
  public var quietTime: Duration
  /// What measures it.
  public var clock: any Clock<Duration>

  /// After `quietTime` without an edit, by `clock`.
  public static func after(
    _ quietTime: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> DocumentAutosave {
    DocumentAutosave(quietTime: quietTime, clock: clock)
  }

  func timer(_ becameQuiet: @escaping @Sendable (Int) -> Void) -> any QuietTimer {
    Self.timer(by: clock, quietTime, becameQuiet)
  }

  private static func timer<TimerClock: Clock<Duration>>(
    by clock: TimerClock, _ quietTime: Duration, _ becameQuiet: @escaping @Sendable (Int) -> Void
  ) -> any QuietTimer {
    // Adding the longest durations to an instant would overflow.
    let limit = Duration.seconds(10 * 365 * 86_400)
    return ClockQuietTimer(clock: clock, quietTime: min(max(.zero, quietTime), limit), becameQuiet: becameQuiet)
  }
}
