public import Testing

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

  /// Where Swift Testing shows the failures of waits; nil for their own lines.
  ///
  /// It is for helpers that take a `SourceLocation`, as Swift Testing's own do:
  ///
  /// ```swift
  /// func waitUntilSaved(_ document: Document, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  ///   try await ExpectationDefaults.$sourceLocation.withValue(sourceLocation) {
  ///     try await eventually("document saved") { await document.isSaved }
  ///   }
  /// }
  /// ```
  ///
  /// It holds for every wait, condition and call of a recorder in all tasks that the scope starts; their texts name
  /// both places. What is wrong with an expectation itself, that it was fulfilled too often or never waited for, stays
  /// at its own line. XCTest cannot be given such a location: there, and on threads of their own, the failure stays
  /// where it is.
  @TaskLocal public static var sourceLocation: SourceLocation?
}
