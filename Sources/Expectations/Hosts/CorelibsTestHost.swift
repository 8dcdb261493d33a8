#if canImport(XCTest) && !canImport(Darwin) && !EXPECTATIONS_APPLE_XCTEST
  import Dispatch
  import Foundation
  import XCTest

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
      /// What no test waited for. It is judged at the teardown, when it is known whether the test skipped itself.
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
      if test.testRun?.hasBeenSkipped == true { noteStopped() }
      // What is missed from now on is no longer kept for this teardown.
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

    /// Keeps a problem until it is known whether the test skipped itself. Returns false if it is too late for that.
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
