#if canImport(XCTest) && !canImport(Darwin) && !EXPECTATIONS_APPLE_XCTEST
  import XCTest

  /// The open-source XCTest, which runs the tests on Linux.
  enum CorelibsXCTest: XCTestReporter {
    static func start(in process: TestProcess) {
      // In a plain program, the first expectation starts the observer, because most such programs run no test.
      guard process != .other else { return }
      CorelibsFailure.prepare()
      _ = CorelibsObserver.shared
    }

    static var stage: XCTestStage { CorelibsObserver.shared.hasSeenATest ? .inTest : .idle }
    static var current: any TestHost { CorelibsObserver.shared.current }
    static var inPlainProgram: any TestHost { PlainProgramHost.shared }

    static var running: [String] {
      let host = CorelibsObserver.shared.current
      return host.hasEnded ? [] : host.testName.map { [$0] } ?? []
    }
  }

  /// Observes the tests of the open-source XCTest from one to the next.
  ///
  /// The library installs it before the first test, or in a plain program on its first use, which may be inside a test.
  final class CorelibsObserver: NSObject, XCTestObservation, @unchecked Sendable {
    // Sendable: each mutable property has its own lock.
    private let host = Locked(CorelibsTestHost())
    private let hasStarted = Locked(false)
    private let failures = Locked(0)

    static let shared: CorelibsObserver = {
      let observer = CorelibsObserver()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    var current: CorelibsTestHost { host.withLock { $0 } }

    var hasSeenATest: Bool { hasStarted.withLock { $0 } }

    /// Returns whether XCTest records the failure that `body` reports. It does not when no test is running.
    func isRecorded(_ body: () -> Void) -> Bool {
      let before = failures.withLock { $0 }
      body()
      return failures.withLock { $0 } > before
    }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      failures.withLock { $0 += 1 }
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
      host.close(testCase)
      host.notes.checkMade()
      TestHosts.observer.testsChanged()
    }
  }
#endif
