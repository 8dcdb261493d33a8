#if canImport(XCTest) && (canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST)
  import Dispatch
  import ExpectationsBeforeTests
  import Foundation
  import XCTest

  /// Apple's XCTest, which runs the tests on macOS, iOS, tvOS, watchOS and visionOS. It tells of suites and tests on
  /// the main thread, accepts a failure for a given test case from any thread, and stops a test with an exception of
  /// Objective-C.
  final class AppleXCTest: NSObject, XCTestObservation, @unchecked Sendable {
    // Sendable: the one mutable property has a lock.
    private struct State {
      var host = AppleTestHost(nil)
      var hasSeenATest = false
      // Unsafe: only the main thread uses them.
      nonisolated(unsafe) var suites: [XCTestSuite] = []
    }

    private let state = Locked(State())

    /// The observer. The first access adds it to XCTest: before any test, or else when the library is first used.
    ///
    /// XCTest accepts observers only on the main thread; otherwise, it ends the process.
    ///
    /// Assumption: the loader loads test bundles on the main thread.
    /// Check: at run time; on another thread, the main queue adds the observer.
    /// If false: the observer may miss the start of the first test, whose failures are then printed only.
    /// Remove when: XCTest accepts observers on any thread.
    static let shared: AppleXCTest = {
      expectations_link_before_tests()
      let observer = AppleXCTest()
      if MainThread.isCurrent { add(observer) } else { DispatchQueue.main.async { add(observer) } }
      return observer
    }()

    private static func add(_ observer: AppleXCTest) {
      XCTestObservationCenter.shared.addTestObserver(observer)
      MainRunLoop.startCounting()
    }

    /// The host of the test case that runs, or of the time without one.
    var current: AppleTestHost { state.withLock { $0.host } }
    var outsideTests: any TestHost { current }

    /// Whether a test case has begun.
    var hasSeenATest: Bool { state.withLock { $0.hasSeenATest } }

    var stage: XCTestStage {
      let (host, isInSuite) = state.withLock { ($0.host, !$0.suites.isEmpty) }
      return !host.isOver ? .inTest : isInSuite ? .betweenTests : .idle
    }

    /// Records the late problems if XCTest or Swift Testing runs a test that can still fail.
    func recordLateProblems() {
      switch stage {
      case .inTest: current.recordLateProblems()
      // The next test, or the end of the suite, records them.
      case .betweenTests: break
      // Without a running test, Swift Testing may not yet record anything, or may no longer do so.
      case .idle: if TestingHost.areRunning { LateProblems.deliver(to: TestingHost.unattributed.record) }
      }
    }

    func testSuiteWillStart(_ testSuite: XCTestSuite) { state.withLock { $0.suites.append(testSuite) } }

    /// Records, in the enclosing suite, the problems that no test has recorded. The run of a finished suite accepts
    /// none.
    ///
    /// Assumption: the run of a suite that has not finished accepts an issue.
    /// Check: on a Mac only, by `Tests/Checks/Consumer/check`.
    /// If false: the process ends, with the late failure as its reason.
    /// Remove when: Apple documents which runs accept issues.
    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
      nonisolated(unsafe) var enclosing: XCTestSuite?
      state.withLock { state in
        // A suite that started before the observer did is not in the list.
        guard let index = state.suites.lastIndex(where: { $0 === testSuite }) else { return }
        state.suites.removeSubrange(index...)
        enclosing = state.suites.last
      }
      guard let run = enclosing?.testRun else { return }
      LateProblems.deliver { run.record(XCTIssue($0)) }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      let next = AppleTestHost(testCase)
      // Release the last host after the lock.
      let last = state.withLock { state in
        defer { (state.host, state.hasSeenATest) = (next, true) }
        return state.host
      }
      last.close()
      MainRunLoop.noteTestStarts()
      next.recordLateProblems()
      TestHosts.noteTest()
    }

    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      let host = current
      host.noteFailure(in: testCase)
      RunObservers.current?.failureRecorded(in: host.testName)
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let host = current
      if testCase.hasEndedItself { host.noteStopped() }
      host.close()
      // An exception may have ended the test, and with it waits on this thread.
      if host.hasStopped { TestHosts.forgetWaitsOfThread() }
      TestHosts.noteEnd(of: testCase, in: host)
      // The objects that the next suite or test creates before it starts do not belong to this test.
      state.withLock { $0.host = AppleTestHost(nil) }
      RunObservers.current?.testsChanged()
    }
  }

  extension XCTIssue {
    init(_ problem: Problem) {
      let location = XCTSourceCodeLocation(
        filePath: problem.site.filePath.description, lineNumber: Int(clamping: problem.site.line))
      self.init(
        type: .assertionFailure, compactDescription: problem.text,
        sourceCodeContext: XCTSourceCodeContext(location: location))
    }
  }

  /// The error that stops a test. Its failure is already recorded, and Apple's XCTest does not record it again.
  ///
  /// Assumption: XCTest ignores an error with the key `XCTestErrorUserInfoKeyShouldIgnore`.
  /// Check: on a Mac only, by `Tests/Checks/Consumer/check`.
  /// If false: a stopped test has a second failure.
  /// Remove when: Apple's XCTest has a public error that ends a test without a failure.
  struct StoppedTest: Error, CustomNSError, CustomStringConvertible {
    /// The text of the recorded failure.
    let text: String

    var description: String { text }

    var errorUserInfo: [String: Any] {
      ["XCTestErrorUserInfoKeyShouldIgnore": true, NSLocalizedDescriptionKey: text]
    }
  }

  /// Decides whether an exception may stop the test: whether only code of the test is between the caller and XCTest.
  ///
  /// An exception must not unwind a block of Dispatch, which would end the process, nor a job of a task, nor a wait
  /// that services the run loop. If it unwound a scope that sets a default, the thread would keep that default.
  ///
  /// Assumption: XCTest calls a blocking test in the same run of the main run loop as its observers.
  /// Check: on a Mac only, by `Tests/Checks/Consumer/check`.
  /// If false: a test with `continueAfterFailure = false` continues after a failed wait.
  /// Remove when: XCTest can stop a test without an exception.
  enum MainRunLoop {
    // Unsafe: only the main thread uses them.
    nonisolated(unsafe) private static var depth = 0
    nonisolated(unsafe) private static var counter: Any?

    /// Begins to count how many runs of the main run loop are nested inside each other.
    static func startCounting() { counter = countRunsOfMainRunLoop { depth += $0 } }

    /// Restarts the count at zero, on the main thread. An exception may have left a run of the loop, and XCTest may
    /// itself run in one.
    static func noteTestStarts() { depth = 0 }

    static var isInTest: Bool {
      // A job of a task runs inside a run of the loop, but that may be the run that XCTest itself runs in.
      MainThread.isCurrent && !RunningTask.exists && depth == 0 && ThreadLabel.current == .main
        && !TestHosts.isInWaitOrCondition && !ExpectationDefaults.isSet
    }
  }
#endif
