#if canImport(XCTest) && !canImport(Darwin) && !EXPECTATIONS_APPLE_XCTEST
  import Dispatch
  import Foundation
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
      // A test that has skipped itself or thrown an error never reached its waits.
      if testCase.hasEndedItself { host.noteStopped() }
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

  /// The host of a test case of the open-source XCTest, during and after its run.
  ///
  /// This XCTest records in the test that is running at the moment. It ends the process if a failure arrives just after
  /// a test has stopped. Problems from other threads therefore go to the main thread, which starts and stops the
  /// tests. Tasks record their own problems until the test is torn down. Problems after the test fail the run instead,
  /// and name the test.
  final class CorelibsTestHost: TestHost {
    private struct State {
      var name: String?
      /// Whether the test is being torn down: only the main thread may still record in it.
      var isClosing = false
      var isOver = false
      var hasStopped = false
      var inbox: [Int] = []
      /// What no test waited for. It is judged at the teardown, when it is known how the test has ended.
      var missingWaits: [Problem] = []
    }

    private let state: Locked<State>
    /// Whether the host has no test, or its test began before the library observed XCTest.
    private let isOfUnknownTest: Bool
    /// The recordings of tasks, during which the test must not stop.
    private let recordings = DispatchGroup()

    /// Creates the host of a test that starts. For nil, the test already runs, so the host cannot add a teardown block.
    init(_ test: XCTestCase? = nil) {
      state = Locked(State(name: test?.name))
      isOfUnknownTest = test == nil
      guard let test else { return }
      let tearDown: () -> Void = { [weak self, unowned test] in self?.tearDown(test) }
      test.addTeardownBlock(tearDown)
    }

    private func tearDown(_ test: XCTestCase) {
      deliver()
      if test.hasEndedItself { noteStopped() }
      // From now on, missing waits are no longer kept for this teardown.
      let missing = state.withLock { state in
        defer { (state.missingWaits, state.isClosing) = ([], true) }
        return state.hasStopped ? [] : state.missingWaits
      }
      for problem in missing { CorelibsFailure.record(problem) }
      _ = recordings.wait(timeout: .now() + Self.mainThreadLimit)
    }

    func record(_ problem: Problem) {
      guard problem.severity == .failure else {
        return PlainProgramHost.print(hasEnded ? problem.noted(afterTest: testName) : problem)
      }
      if problem.isMissingWait, postponeToTeardown(problem) { return }
      let isMain = MainThread.isCurrent
      guard isMain || RunningTask.exists else { return send(problem) }
      if enter(isMain: isMain) {
        CorelibsFailure.record(problem)
        recordings.leave()
      } else {
        postpone(problem)
      }
    }

    /// Keeps a problem until it is known how the test has ended. Returns false if it is too late for that.
    private func postponeToTeardown(_ problem: Problem) -> Bool {
      state.withLock { state in
        guard !state.hasStopped else { return true }
        guard !isOfUnknownTest, !state.isClosing, !state.isOver else { return false }
        state.missingWaits.append(problem)
        return true
      }
    }

    func stop(recording problem: Problem?) -> any Error {
      if let problem { record(problem.stopping) }
      noteStopped()
      return CorelibsFailure.stopError ?? WaitError(problem)
    }

    func noteStopped() { state.withLock { $0.hasStopped = true } }

    var hasStopped: Bool { state.withLock { $0.hasStopped } }

    var isOver: Bool { hasEnded || isOfUnknownTest }

    var isOfNoTest: Bool { isOfUnknownTest }

    var hasEnded: Bool { state.withLock { $0.isOver } }

    var testName: String? { state.withLock { $0.name } }

    /// Records a problem that came during or after the teardown of the test.
    ///
    /// It fails the run, unless the main thread can still record it while it waits for an `async` teardown in its run
    /// loop. The end of the run prints a problem that comes too late.
    private func postpone(_ problem: Problem) {
      let pendingProblem = PendingProblems.add(problem.noted(afterTest: testName))
      guard !MainThread.isCurrent, !hasEnded else { return }
      // Not a semaphore: on Linux, its timeout depends on the wall clock.
      let done = DispatchGroup()
      done.enter()
      DispatchQueue.main.async { [self] in
        if enter(isMain: true) {
          PendingProblems.deliver(pendingProblem) { _ in CorelibsFailure.record(problem) }
          recordings.leave()
        }
        done.leave()
      }
      _ = done.wait(timeout: .now() + Self.mainThreadLimit)
    }

    /// How long a task and the main thread wait for each other, if one of them is busy.
    private static let mainThreadLimit = DispatchTimeInterval.seconds(2)

    /// Delays the end of the test. Returns false when it is too late.
    private func enter(isMain: Bool) -> Bool {
      state.withLock { state in
        guard !state.isOver, isMain || !state.isClosing else { return false }
        recordings.enter()
        return true
      }
    }

    /// Sends a problem to the main thread, which may be busy. The test also checks its inbox before it stops.
    private func send(_ problem: Problem) {
      let pendingProblem = PendingProblems.add(problem.noted(inTest: testName))
      state.withLock { $0.inbox.append(pendingProblem) }
      DispatchQueue.main.async { self.deliver() }
    }

    /// Records the problems in the inbox, on the main thread, if the test still runs.
    private func deliver() {
      let pendingProblems = state.withLock { state in
        guard !state.isOver else { return [Int]() }
        defer { state.inbox = [] }
        return state.inbox
      }
      for pendingProblem in pendingProblems { PendingProblems.deliver(pendingProblem, to: record) }
    }

    /// Marks the test as over. A test that began before the library observed XCTest gets its name only now.
    func close(_ test: XCTestCase?) {
      state.withLock { state in
        state.name = state.name ?? test?.name
        state.isOver = true
      }
    }
  }
#endif
