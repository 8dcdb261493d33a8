public import Foundation
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

  /// The mode in which a blocking wait runs the run loop of its thread: the default mode.
  ///
  /// Timers and sources are only serviced in the modes to which they were added. Set it for code that adds them to
  /// another one:
  ///
  /// ```swift
  /// ExpectationDefaults.$runLoopMode.withValue(mode) {
  ///   dragged.wait(timeout: .seconds(30))
  /// }
  /// ```
  ///
  /// A loop cannot run in all `.common` modes at once: that value is the default mode. In a mode that is not one of the
  /// common modes, the main queue and the main actor do not run during the wait. On a thread whose run loop has nothing
  /// to service in the mode, and in a suspending wait, it has no effect.
  @TaskLocal public static var runLoopMode: RunLoop.Mode = .default

  /// Whether the calling code runs in a scope that sets one of them.
  static var isSet: Bool { timeout != .seconds(5) || sourceLocation != nil || runLoopMode != .default }
}

/// Sets the timeout of the waits of a test, or of all tests of a suite, that do not specify one.
///
/// ```swift
/// @Suite(.waitTimeout(.seconds(30))) struct UploadTests {
///   @Test func uploadsTheDocument() async throws {
///     let uploaded = Expectation("document uploaded", of: Int.self)
///     uploader.upload(document) { uploaded.fulfill($0) }
///     #expect(try await uploaded.wait() == 3)
///   }
/// }
/// ```
///
/// Of several such traits, the innermost counts: that of the test, then that of its suite. A timeout in the call of a
/// wait has precedence. For a time limit of the whole test, use Swift Testing's `.timeLimit`.
public struct WaitTimeoutTrait: TestTrait, SuiteTrait, TestScoping {
  let timeout: Duration

  /// The trait of a suite also applies to the suites and tests inside it.
  public var isRecursive: Bool { true }

  /// Runs a test with the timeout. Swift Testing calls it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ExpectationDefaults.$timeout.withValue(timeout) { try await function() }
  }
}

extension Trait where Self == WaitTimeoutTrait {
  /// Sets ``ExpectationDefaults/timeout`` for a test, or for all tests of a suite: see ``WaitTimeoutTrait``.
  public static func waitTimeout(_ timeout: Duration) -> Self { Self(timeout: timeout) }
}
