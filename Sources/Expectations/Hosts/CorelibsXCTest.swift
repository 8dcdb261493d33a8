#if canImport(XCTest) && !canImport(Darwin) && !EXPECTATIONS_APPLE_XCTEST
  import Synchronization
  import XCTest

  /// The open-source XCTest, which runs the tests on Linux, observed from one test to the next. It records in the test
  /// that is running, and ends the process when none is.
  ///
  /// The library observes it from before `main`, whatever the program, because only XCTest knows whether it will run
  /// tests.
  final class CorelibsXCTest: NSObject, XCTestObservation, @unchecked Sendable {
    // Sendable: its properties are a lock and an atomic value.
    private let host = Locked(CorelibsTestHost())
    private let hasStarted = Atomic(false)

    static let shared: CorelibsXCTest = {
      let observer = CorelibsXCTest()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    var current: CorelibsTestHost { host.withLock { $0 } }

    /// Whether a test case has begun.
    var hasSeenATest: Bool { hasStarted.load(ordering: .relaxed) }

    /// It does not follow the suites, so nothing is known before the first test.
    var stage: XCTestStage { hasSeenATest ? .inTest : .idle }

    /// The host of code that runs before any test, or in a program without tests.
    var outsideTests: any TestHost { PlainProgramHost.shared }

    /// Before its first suite, XCTest records nothing yet.
    func testSuiteWillStart(_ testSuite: XCTestSuite) { CorelibsFailure.prepare() }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      RunObservers.current?.failureRecorded(in: current.testName)
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let next = CorelibsTestHost(testCase)
      // Release the last host after the lock.
      let last = host.withLock { host in
        defer { host = next }
        return host
      }
      last.close(nil)
      hasStarted.store(true, ordering: .relaxed)
      TestHosts.noteTest()
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let host = current
      // The observer may have missed the start of this test.
      hasStarted.store(true, ordering: .relaxed)
      // A test that skipped itself never reached its waits.
      if testCase.testRun?.hasBeenSkipped == true { host.noteStopped() }
      host.close(testCase)
      TestHosts.noteEnd(of: testCase, in: host)
      RunObservers.current?.testsChanged()
    }
  }

  /// Records failures in the open-source XCTest, and keeps the error that stops a test without another failure.
  ///
  /// XCTest records every error that a test throws, except the error of its own failed `XCTUnwrap`. The library keeps
  /// one such error and stops all tests with it.
  ///
  /// Assumption: XCTest does not record the error of a failed `XCTUnwrap` again, no matter which test throws it.
  /// Check: by `Tests/Checks/Consumer/check`.
  /// If false: a stopped test has a second failure.
  /// Remove when: the open-source XCTest has a public error that ends a test without a failure.
  enum CorelibsFailure {
    private static let kept = Locked<(any Error)?>(nil)

    /// The error that stops a test; nil until the library has one.
    static var stopError: (any Error)? { kept.withLock { $0 } }

    /// Gets the error while no test runs: XCTest records nothing then, and has no one else record it.
    static func prepare() {
      guard stopError == nil, FallbackHandler.isNone || FallbackHandler.isOfXCTest else { return }
      keepError("", file: #filePath, line: #line)
    }

    /// Records a failure in the test that is running.
    static func record(_ problem: Problem) {
      let (file, line) = (problem.site.filePath, problem.site.line)
      if problem.mayStop, stopError == nil {
        keepError(problem.text, file: file, line: line)
      } else {
        XCTFail(problem.text, file: file, line: line)
      }
    }

    private static func keepError(_ text: String, file: StaticString, line: UInt) {
      do {
        let success: Success? = nil
        _ = try XCTUnwrap(success, text, file: file, line: line)
      } catch {
        kept.withLock { $0 = error }
      }
    }
  }

  /// The type of the value that the failed `XCTUnwrap` expects. XCTest shows its name before the text of that failure.
  private enum Success {}
#endif
