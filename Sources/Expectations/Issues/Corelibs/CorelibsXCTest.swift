#if canImport(XCTest) && !canImport(Darwin) && !EXPECTATIONS_APPLE_XCTEST
  import XCTest

  /// The open-source XCTest, which runs the tests on Linux.
  enum CorelibsXCTest: XCTestReporter {
    static func start() { _ = CorelibsObserver.shared }

    static var stage: XCTestStage { hasSeenATest ? .inTest : .idle }
    static var hasSeenATest: Bool { CorelibsObserver.shared.hasSeenATest }
    static var current: any TestHost { CorelibsObserver.shared.current }
    static var outsideTests: any TestHost { PlainProgramHost.shared }
    static var isTestRunning: Bool { hasSeenATest && !CorelibsObserver.shared.current.hasEnded }

    static var running: [String] {
      let host = CorelibsObserver.shared.current
      return host.hasEnded ? [] : host.testName.map { [$0] } ?? []
    }
  }

  /// Observes the tests of the open-source XCTest from one to the next.
  ///
  /// The library installs it before `main`, whatever the program, because only XCTest knows whether it will run tests.
  final class CorelibsObserver: NSObject, XCTestObservation, @unchecked Sendable {
    // Sendable: each mutable property has its own lock.
    private let host = Locked(CorelibsTestHost())
    private let hasStarted = Locked(false)

    static let shared: CorelibsObserver = {
      let observer = CorelibsObserver()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    var current: CorelibsTestHost { host.withLock { $0 } }

    var hasSeenATest: Bool { hasStarted.withLock { $0 } }

    /// Before its first suite, XCTest records nothing yet.
    func testSuiteWillStart(_ testSuite: XCTestSuite) { CorelibsFailure.prepare() }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      current.notes.explain(description)
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let next = CorelibsTestHost(testCase)
      // Release the last host after the lock.
      let last = host.withLock { host in
        defer { host = next }
        return host
      }
      last.close(nil)
      hasStarted.withLock { $0 = true }
      TestHosts.observer.testsChanged()
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let host = current
      // The observer may have missed the start of this test.
      hasStarted.withLock { $0 = true }
      host.close(testCase)
      // A test that skipped itself never reached its waits.
      if testCase.testRun?.hasBeenSkipped == true { host.noteStopped() }
      TestHosts.observer.testEnded(host, of: testCase)
      TestHosts.observer.testsChanged()
    }
  }
#endif
