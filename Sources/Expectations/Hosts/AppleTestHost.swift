#if canImport(XCTest) && (canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST)
  import Dispatch
  import XCTest

  /// The host of a test case of Apple's XCTest, during and after its run, or of the time without a test.
  ///
  /// A running test case accepts failures from every thread. A later failure would end the process, so a later test or
  /// the suite records it. If the test must not continue after a failure, XCTest stops it with an exception, which
  /// unwinds Swift frames without running their `defer` blocks. See ``MainRunLoop/isInTest``.
  ///
  /// Assumption: a test case accepts failures until XCTest tells its observers that it is over, or sets the `stopDate`
  /// of its run.
  /// Check: on a Mac only, by ten runs of `XCTestEndings` in `Tests/Checks/Consumer/check`.
  /// If false: a late failure ends the process.
  /// Remove when: Apple documents until when a test case accepts failures.
  final class AppleTestHost: TestHost {
    private struct State {
      // Unsafe: the host uses it on the main thread, or while `recordings` delays the end of the test.
      nonisolated(unsafe) var test: XCTestCase?
      var hasStopped = false
      /// What no test waited for; nil from the teardown on.
      var missingWaits: [Problem]? = []
    }

    /// The recordings during which the test must not stop, and the value of `continueAfterFailure` before them.
    private struct Uninterrupted {
      var count = 0
      var continuesAfterFailure = true
    }

    let testName: String?
    private let state: Locked<State>
    private let uninterrupted = Locked(Uninterrupted())
    private let recordings = DispatchGroup()

    /// Creates the host of a test that starts. With nil, it is for the time before, between or after tests.
    init(_ test: XCTestCase?) {
      testName = test.map { TestName.short($0.name) }
      state = Locked(State(test: test))
      guard let test else { return }
      // Unsafe: XCTest runs the block on the main thread, as it does the test.
      nonisolated(unsafe) unowned let running = test
      let tearDown: @Sendable () -> Void = { [weak self] in self?.tearDown(running) }
      test.addTeardownBlock(tearDown)
    }

    /// Judges what no test waited for, now that it is known how the test has ended.
    private func tearDown(_ test: XCTestCase) {
      if test.hasEndedItself { noteStopped() }
      let missing = state.withLock { state in
        defer { state.missingWaits = nil }
        return state.hasStopped ? [] : state.missingWaits ?? []
      }
      for problem in missing { recordUninterrupted(problem) }
    }

    /// Keeps a problem until it is known how the test has ended. Returns false if it is too late for that.
    private func postponeToTeardown(_ problem: Problem) -> Bool {
      state.withLock { state in
        guard !state.hasStopped else { return true }
        guard state.test != nil, state.missingWaits != nil else { return false }
        state.missingWaits?.append(problem)
        return true
      }
    }

    var hasStopped: Bool { state.withLock { $0.hasStopped } }
    var isOver: Bool { state.withLock { $0.test == nil } }
    var isOfNoTest: Bool { testName == nil }

    func record(_ problem: Problem) {
      guard problem.severity == .failure else { return PlainProgramHost.print(problem) }
      if problem.isMissingWait, postponeToTeardown(problem) { return }
      // Only the failure of a wait may raise the exception: other problems come from code under test, which it would
      // stop.
      if problem.endsAWait, MainRunLoop.isInTest, let test = runningTest {
        // This call comes last, because it may not return. The thread holds no lock here.
        test.record(XCTIssue(problem))
      } else {
        recordUninterrupted(problem)
      }
    }

    func stop(recording problem: Problem?) -> any Error {
      noteStopped()
      if let problem { recordUninterrupted(problem) }
      return StoppedTest(text: WaitError(problem).description)
    }

    /// Records without an exception, which would skip cleanup code on the stack, or end the process.
    private func recordUninterrupted(_ problem: Problem) {
      // The test ends on the main thread, so the main thread need not delay the end.
      let isMain = MainThread.isCurrent
      guard let test = isMain ? runningTest : enter() else { return postpone(problem) }
      continueAfterFailure(of: test, in: { test.record(XCTIssue(problem)) })
      if !isMain { recordings.leave() }
    }

    /// Records in this test the problems that came too late for their own test.
    func recordLateProblems() {
      guard !LateProblems.areNone, let test = enter() else { return }
      continueAfterFailure(of: test) { LateProblems.deliver { test.record(XCTIssue($0)) } }
      recordings.leave()
    }

    private func postpone(_ problem: Problem) {
      LateProblems.add(problem.noted(afterTest: testName))
      AppleXCTest.shared.recordLateProblems()
    }

    /// The test, if it still runs.
    private var runningTest: XCTestCase? { withRunningTest {} }

    /// Returns the test if it still runs, and delays its end.
    private func enter() -> XCTestCase? { withRunningTest { recordings.enter() } }

    private func withRunningTest(_ note: () -> Void) -> XCTestCase? {
      nonisolated(unsafe) var test: XCTestCase?
      state.withLock { state in
        // The run may stop before XCTest announces it. From then on, it accepts no failures.
        guard let running = state.test, running.testRun?.stopDate == nil else { return }
        test = running
        note()
      }
      return test
    }

    /// Makes the test continue after the failures that `body` records. Other threads may do the same at the same time.
    private func continueAfterFailure(of test: XCTestCase, in body: () -> Void) {
      // The first thread sets the property under the lock, before any other thread records.
      nonisolated(unsafe) let test = test
      uninterrupted.withLock { state in
        state.count += 1
        guard state.count == 1 else { return }
        state.continuesAfterFailure = test.continueAfterFailure
        test.continueAfterFailure = true
      }
      body()
      uninterrupted.withLock { state in
        state.count -= 1
        // If the test has set the property to false in the meantime, it stays false.
        if state.count == 0, test.continueAfterFailure { test.continueAfterFailure = state.continuesAfterFailure }
      }
    }

    func noteStopped() { state.withLock { $0.hasStopped = true } }

    /// Notes a failure that XCTest has recorded. XCTest stops the test if the test must not continue.
    func noteFailure(in test: XCTestCase) {
      if !test.continueAfterFailure { noteStopped() }
    }

    /// Marks the test as over, and then waits a limited time for the recordings of other threads. Call it on the main
    /// thread.
    func close() {
      nonisolated(unsafe) var test: XCTestCase?
      state.withLock { state in
        test = state.test
        state.test = nil
      }
      guard test != nil else { return }
      // The wait has a limit, because XCTest may block the recordings of other threads.
      _ = recordings.wait(timeout: .now() + Self.recordingLimit)
    }

    /// How long the end of a test waits for the recordings of other threads.
    private static let recordingLimit = DispatchTimeInterval.seconds(2)
  }
#endif
