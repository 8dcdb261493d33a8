/// What the library needs from XCTest. Apple's XCTest and the open-source one differ, so each has a type that conforms.
///
/// Apple's XCTest accepts a failure for a given test case from any thread, and stops a test with an exception of
/// Objective-C. The open-source one records in the test that is running, and ends the process when none is.
protocol XCTestReporter {
  /// Starts to observe the tests. The library calls it before any test runs, in every process that is not one of Swift
  /// Testing alone, because only XCTest knows whether it will run tests.
  static func start()
  /// The stage of XCTest, as far as the library has observed it.
  static var stage: XCTestStage { get }
  /// The host of the test case that runs or ran last, or of a test that is unknown.
  static var current: any TestHost { get }
  /// The host of code that runs before any test, or in a program without tests.
  static var outsideTests: any TestHost { get }
  /// Whether a test case has begun.
  static var hasSeenATest: Bool { get }
}

#if canImport(XCTest)
  #if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
    typealias XCTestOfProcess = AppleXCTest
  #else
    typealias XCTestOfProcess = CorelibsXCTest
  #endif
#endif

/// The stages of XCTest in a process.
enum XCTestStage: Sendable {
  /// No test suite runs: the first has not started, or the last is over.
  case idle
  /// A test suite runs, but no test case of it.
  case betweenTests
  /// A test case runs. The open-source XCTest does not announce its suites: there, this stage continues after the test.
  case inTest
}
