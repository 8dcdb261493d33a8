#if compiler(>=6.3) && os(Linux)
  /// What is done before any test runs. What stands in this section is called before `main`.
  ///
  /// XCTest is followed from its first test on: it announces each test that starts, and cannot be asked which one is
  /// running. And the error that stops a test is one of the framework, which throws it only when something has failed:
  /// what fails now is recorded nowhere. Where there is no such section, the test of XCTest that uses the library first
  /// has no name until it is over, and the first failure that stops a test has a sentence of the framework in front of
  /// its text.
  @section(".init_array") @used
  private let prepareForTests: @convention(c) () -> Void = {
    switch TestProcess.kind {
    case .xctest:
      XCTestFailure.prepare()
      _ = XCTestWatcher.shared
    case .swiftTesting: TestingFailure.prepare()
    case .other: break
    }
  }
#endif
