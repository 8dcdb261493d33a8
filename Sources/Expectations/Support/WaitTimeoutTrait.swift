public import Testing

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
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test with one set of arguments.
  ///   - function: The body of the test.
  /// - Throws: What the body throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ExpectationDefaults.$timeout.withValue(timeout) { try await function() }
  }
}

extension Trait where Self == WaitTimeoutTrait {
  /// Sets ``ExpectationDefaults/timeout`` for a test, or for all tests of a suite: see ``WaitTimeoutTrait``.
  ///
  /// - Parameter timeout: How long a wait may take that specifies no timeout. Zero or a negative timeout checks once,
  ///   without waiting.
  /// - Returns: The trait.
  public static func waitTimeout(_ timeout: Duration) -> Self { Self(timeout: timeout) }
}
