import Expectations
import Testing

/// Sets the timeout of all waits of a suite or a test that do not name one.
///
///     @Suite(.defaultTimeout(.seconds(60)))
///     struct DocumentAutosaveTests { … }
struct DefaultTimeout: SuiteTrait, TestTrait, TestScoping {
  var timeout: Duration
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ExpectationDefaults.$timeout.withValue(timeout, operation: function)
  }
}

extension Trait where Self == DefaultTimeout {
  static func defaultTimeout(_ timeout: Duration) -> DefaultTimeout { DefaultTimeout(timeout: timeout) }
}
