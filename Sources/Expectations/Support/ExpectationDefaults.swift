public import Testing

/// The settings of waits that do not specify their own.
public enum ExpectationDefaults {
  /// The timeout of waits that do not specify one: five seconds.
  ///
  /// A test can set it for a scope. The value applies to the waits of all tasks that the scope starts:
  ///
  /// ```swift
  /// try await ExpectationDefaults.$timeout.withValue(.seconds(30)) {
  ///   try await uploaded.wait()
  /// }
  /// ```
  ///
  /// In Swift Testing, the trait `.waitTimeout(.seconds(30))` sets it for a test or a suite.
  ///
  /// Like every timeout, it is multiplied by the environment variable `EXPECTATIONS_TIMEOUT_SCALE`, and counts only the
  /// time in which code could run: see <doc:WhatATimeoutMeans>.
  @TaskLocal public static var timeout: Duration = .seconds(5)

  /// The place where Swift Testing shows the failures of waits; nil means the line of each wait.
  ///
  /// Use it in helpers that take a `SourceLocation`, as those of Swift Testing do:
  ///
  /// ```swift
  /// func waitUntilSaved(_ document: Document, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  ///   try await ExpectationDefaults.$sourceLocation.withValue(sourceLocation) {
  ///     try await eventually("document saved") { await document.isSaved }
  ///   }
  /// }
  /// ```
  ///
  /// It applies to every wait, condition and recorder call in all tasks that the scope starts. The failure text names
  /// both places. Problems of an expectation itself, such as over-fulfillment or a missing wait, stay at their own
  /// lines. XCTest does not accept such a location. In XCTest, and on threads outside the scope's tasks, the failure
  /// stays at its own line.
  @TaskLocal public static var sourceLocation: SourceLocation?

  /// Whether the calling code runs in a scope that sets one of them.
  static var isSet: Bool { timeout != .seconds(5) || sourceLocation != nil }
}
