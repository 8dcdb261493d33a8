#if canImport(XCTest)
  import XCTest

  /// Observes the tests of XCTest from one to the next.
  ///
  /// The library installs it before the first test, or, where that is impossible, on its first use, which may be inside
  /// a test.
  final class XCTestWatcher: NSObject, XCTestObservation, @unchecked Sendable {
    // Sendable: each mutable property has its own lock.
    private let host = Locked(XCTestHost())
    private let hasStarted = Locked(false)
    private let failures = Locked(0)

    static let shared: XCTestWatcher = {
      let watcher = XCTestWatcher()
      XCTestObservationCenter.shared.addTestObserver(watcher)
      return watcher
    }()

    var current: XCTestHost { host.withLock { $0 } }

    /// The host of the test that started last; nil when none has been seen to start.
    var startedTest: XCTestHost? { hasStarted.withLock { $0 } ? current : nil }

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
      current.explain(description)
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let next = XCTestHost(testCase)
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
      host.checkKept()
      TestHosts.observer.testsChanged()
    }
  }
#endif
