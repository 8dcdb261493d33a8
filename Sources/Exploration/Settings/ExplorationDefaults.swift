/// Values that explorations use when a call does not name its own.
public enum ExplorationDefaults {
  /// How many schedules an exploration runs at most: 1,000.
  ///
  /// The value is task-local, so a suite may set its own. The environment variable `EXPECTATIONS_SCHEDULES` has
  /// precedence over it, and over the argument of a call.
  ///
  /// ```swift
  /// await ExplorationDefaults.$schedules.withValue(10_000) {
  ///   await explore {
  ///     let account = Account(balance: 100)
  ///     async let rent: Void = account.withdraw(40)
  ///     async let food: Void = account.withdraw(40)
  ///     _ = await (rent, food)
  ///   }
  /// }
  /// ```
  @TaskLocal public static var schedules = 1_000
}
