#if canImport(XCTest)
  import Dispatch
  import Foundation
  import XCTest

  /// The host of a test case of XCTest, during and after its run.
  ///
  /// XCTest on Linux records in the test that is running at the moment. It ends the process if a failure arrives just
  /// after a test has stopped. Problems from other threads therefore go to the main thread, which starts and stops the
  /// tests. Tasks record their own problems until the test is torn down. Problems after the test fail the run instead,
  /// and name the test.
  final class XCTestHost: TestHost {
    private struct State {
      var name: String?
      /// Whether the test is being torn down: only the main thread may still record in it.
      var isClosing = false
      var isOver = false
      var hasStopped = false
      var inbox: [PendingProblems.PendingProblem] = []
      /// The errors that waits threw and that have not yet failed the test, as text, because an error may keep any
      /// object alive.
      var thrown: [(error: String, text: String)] = []
      /// The objects created in the test. Some may still exist when the test is over.
      var made: [MadeExpectation] = []
      /// How many objects the list may hold before it is worthwhile to remove the released ones.
      var madeLimit = 64
    }

    private struct MadeExpectation {
      weak var made: (any CheckedAfterTest)?
    }

    private let state: Locked<State>
    /// Whether the host has no test, or its test began before the library observed XCTest.
    private let isOfUnknownTest: Bool
    /// The recordings of tasks, during which the test must not stop.
    private let recordings = DispatchGroup()

    static var current: XCTestHost { XCTestWatcher.shared.current }

    /// The host in a program that does not appear to run tests, until a test case of XCTest has started there.
    static var inPlainProgram: any TestHost {
      #if canImport(ObjectiveC)
        ConsoleHost.shared
      #else
        XCTestWatcher.shared.startedTest ?? PlainProgramHost.shared
      #endif
    }

    /// The name of the running test, if there is one.
    static var running: [String] {
      current.state.withLock { $0.isOver ? nil : $0.name }.map { [$0] } ?? []
    }

    /// The same for a program that does not appear to run tests.
    static var runningInPlainProgram: [String] {
      #if canImport(ObjectiveC)
        []
      #else
        running
      #endif
    }

    /// Creates the host of a test that starts. For nil, the test already runs, so the host cannot add a teardown block.
    init(_ test: XCTestCase? = nil) {
      state = Locked(State(name: test?.name))
      isOfUnknownTest = test == nil
      guard let test else { return }
      #if canImport(ObjectiveC)
        typealias Block = @MainActor @Sendable () -> Void
      #else
        typealias Block = () -> Void
      #endif
      let tearDown: Block = { [self] in
        deliver()
        state.withLock { $0.isClosing = true }
        recordings.wait()
      }
      test.addTeardownBlock(tearDown)
    }

    func record(_ problem: Problem) {
      guard problem.severity == .failure else {
        ConsoleHost.shared.record(problem)
        return
      }
      let isMain = MainThread.isCurrent
      guard isMain || RunningTask.exists else {
        send(problem)
        return
      }
      if enter(isMain: isMain) {
        XCTestFailure.record(problem)
        recordings.leave()
      } else {
        postpone(problem)
      }
    }

    func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
      if let problem { record(problem.stopping) }
      state.withLock { $0.hasStopped = true }
      return XCTestFailure.stopError ?? error
    }

    var hasStopped: Bool { state.withLock { $0.hasStopped } }

    var isOver: Bool { state.withLock { $0.isOver } || isOfUnknownTest }

    /// Records a problem that came during or after the teardown of the test.
    ///
    /// It fails the run, unless the main thread can still record it while it waits for an `async` teardown in its run
    /// loop. The end of the run prints a problem that comes too late.
    private func postpone(_ problem: Problem) {
      let pendingProblem = PendingProblems.add(problem.noted("noticed after \(name) was over"))
      guard !MainThread.isCurrent, !state.withLock({ $0.isOver }) else { return }
      // Not a semaphore: on Linux, its timeout depends on the wall clock.
      let done = DispatchGroup()
      done.enter()
      DispatchQueue.main.async { [self] in
        if enter(isMain: true) {
          PendingProblems.deliver(pendingProblem) { _ in XCTestFailure.record(problem) }
          recordings.leave()
        }
        done.leave()
      }
      _ = done.wait(timeout: .now() + .seconds(Self.patience))
    }

    /// How many seconds a teardown task waits for the main thread, which may be busy.
    private static let patience = 2

    /// Delays the end of the test. Returns false when it is too late.
    private func enter(isMain: Bool) -> Bool {
      state.withLock { state in
        guard !state.isOver, isMain || !state.isClosing else { return false }
        recordings.enter()
        return true
      }
    }

    var testName: String? { state.withLock { $0.name } }

    private var name: String { testName.map { "test \($0)" } ?? "a test" }

    /// Sends a problem to the main thread, which may be busy. The test also checks its inbox before it stops.
    private func send(_ problem: Problem) {
      let pendingProblem = PendingProblems.add(problem.noted("in \(name)"))
      state.withLock { $0.inbox.append(pendingProblem) }
      DispatchQueue.main.async { self.deliver() }
    }

    /// Records the problems in the inbox, on the main thread, if the test still runs.
    private func deliver() {
      let pendingProblems = state.withLock { state in
        guard !state.isOver else { return [PendingProblems.PendingProblem]() }
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

    /// Notes an object for a check when the test is over, regardless of what keeps it alive.
    ///
    /// XCTest keeps every test case until the end of the run, with the expectations in its properties.
    func noteMade(_ made: any CheckedAfterTest) {
      let looked = state.withLock { state in
        guard !state.isOver else { return [any CheckedAfterTest]() }
        state.made.append(MadeExpectation(made: made))
        guard state.made.count > state.madeLimit else { return [] }
        let live = state.made.compactMap(\.made)
        state.made = live.map(MadeExpectation.init)
        state.madeLimit = max(64, 2 * live.count)
        return live
      }
      // The last release of an object must happen outside the lock, because the object may then record a problem.
      withExtendedLifetime(looked) {}
    }

    func noteThrown(_ thrown: ThrownError) {
      let note = (thrown.error, thrown.text)
      state.withLock { $0.thrown.append(note) }
    }

    /// Prints, once, the origin of a thrown error after XCTest has recorded a failure with it.
    func explain(_ description: String) {
      guard description.contains("threw error") || description.contains("aught error") else { return }
      let notes = state.withLock { state in
        defer { state.thrown.removeAll { description.contains($0.error) } }
        return state.thrown.filter { description.contains($0.error) }
      }
      for note in notes { StandardError.print(note.text) }
    }

    /// Checks the remaining objects after the test.
    func checkKept() {
      let made = state.withLock { state in
        defer { state.made = [] }
        return state.made
      }
      for each in made { each.made?.reportIfNeverAwaited() }
    }
  }
#endif
