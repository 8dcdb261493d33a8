/// When a document saves by itself: after a period without edits.
public struct DocumentAutosave: Sendable {
  /// How long there must be no edit before the document saves. Each edit restarts this time.
  public var quietTime: Duration
  /// The clock that measures the quiet time.
  public var clock: any Clock<Duration>

  /// Saves after `quietTime` without an edit, measured on `clock`.
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
    // Adding a very long duration to an instant would overflow.
    let limit = Duration.seconds(10 * 365 * 86_400)
    return ClockQuietTimer(clock: clock, quietTime: min(max(.zero, quietTime), limit), becameQuiet: becameQuiet)
  }
}
