/// Values that explorations use when a call does not name its own.
public enum ExplorationDefaults {
  /// How many schedules an exploration runs at most: 1,000.
  ///
  /// It is task-local, so a suite may set its own: `await ExplorationDefaults.$schedules.withValue(10_000) { … }`. The
  /// environment variable `EXPECTATIONS_SCHEDULES` has precedence over it, and over the argument of a call.
  @TaskLocal public static var schedules = 1_000
}
