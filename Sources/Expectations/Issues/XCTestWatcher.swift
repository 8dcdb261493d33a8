import XCTest

/// Follows XCTest from test to test. It is installed before the first one, and where that cannot be, when the library
/// is first used, which may be inside a test.
final class XCTestWatcher: NSObject, XCTestObservation, @unchecked Sendable {
  // Sendable: all that changes is only touched under its lock.
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

  /// Whether XCTest records what `body` tells it, which it does not where no test is running.
  func isRecorded(_ body: () -> Void) -> Bool {
    let before = failures.withLock { $0 }
    body()
    return failures.withLock { $0 } > before
  }

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?, atLine lineNumber: Int
  ) {
    failures.withLock { $0 += 1 }
    current.explain(description)
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let next = XCTestHost(testCase)
    // The last host is released after the lock is.
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
