#if compiler(>=6.3) && os(Linux)
  /// Prepares the test frameworks before any test runs. The loader calls functions in this section before `main`.
  ///
  /// XCTest announces each test that starts, but cannot say which test is running, so the library must observe it from
  /// the first test on. The error that stops a test belongs to the framework, which throws it only when a check has
  /// failed. The library gets it now, because a check that fails now is recorded nowhere. Without such a section, the
  /// first test of XCTest that uses the library has no name until it is over, and the first failure that stops a test
  /// begins with a sentence of the framework.
  @section(".init_array") @used
  private let prepareForTests: @convention(c) () -> Void = {
    switch TestProcess.kind {
    #if canImport(XCTest)
      case .xctest:
        XCTestFailure.prepare()
        _ = XCTestWatcher.shared
    #endif
    case .swiftTesting: TestingFailure.prepare()
    default: break
    }
  }
#endif
