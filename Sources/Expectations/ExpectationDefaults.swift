/// What a wait uses when it is not told otherwise.
public enum ExpectationDefaults {
  /// The timeout of waits that name none: five seconds.
  ///
  /// It can be set for a scope, for the waits of all tasks that the scope starts:
  ///
  /// ```swift
  /// try await ExpectationDefaults.$timeout.withValue(.seconds(30)) {
  ///   try await uploaded.wait()
  /// }
  /// ```
  ///
  /// Like every timeout it is multiplied by the environment variable `EXPECTATIONS_TIMEOUT_SCALE`, and counts only
  /// the time in which something could run: see <doc:WhatATimeoutMeans>.
  @TaskLocal public static var timeout: Duration = .seconds(5)
}
