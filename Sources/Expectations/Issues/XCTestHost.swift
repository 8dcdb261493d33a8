import Dispatch
import Foundation
import XCTest

/// A test case of XCTest while it runs, and after.
///
/// XCTest on Linux records in whatever test runs at the moment, and ends the process when a failure arrives in the
/// instant after a test has stopped. So what other threads find out is taken to the main thread, which starts and stops
/// the tests; tasks record by themselves until the test is torn down. What comes after the test fails the run instead,
/// and names the test.
final class XCTestHost: TestHost {
  private struct State {
    var name: String?
    /// Whether the test is being torn down: only the main thread may still record in it.
    var isClosing = false
    var isOver = false
    var hasStopped = false
    var inbox: [PendingProblems.PendingProblem] = []
    /// What waits have thrown that has not been seen to fail the test, as text: an error may keep anything alive.
    var thrown: [(error: String, text: String)] = []
    /// What has been made in it, of which some may be there when it is over.
    var made: [MadeExpectation] = []
    /// How many of those there may be before it is worthwhile to look for what has been released.
    var madeLimit = 64
  }

  private struct MadeExpectation {
    weak var made: (any CheckedAfterTest)?
  }

  private let state: Locked<State>
  /// Whether it is of none, or of a test that ran before XCTest was followed.
  private let isOfUnknownTest: Bool
  /// The recordings of tasks, which the test must not stop under.
  private let recordings = DispatchGroup()

  static var current: XCTestHost { XCTestWatcher.shared.current }

  /// The host in a program that does not look as if it ran tests: once a test case of XCTest has started there, it
  /// does.
  static var inPlainProgram: any TestHost {
    #if canImport(ObjectiveC)
      ConsoleHost.shared
    #else
      XCTestWatcher.shared.startedTest ?? PlainProgramHost.shared
    #endif
  }

  /// The name of the test that is running, if one is.
  static var running: [String] {
    current.state.withLock { $0.isOver ? nil : $0.name }.map { [$0] } ?? []
  }

  /// The same in a program that does not look as if it ran tests.
  static var runningInPlainProgram: [String] {
    #if canImport(ObjectiveC)
      []
    #else
      running
    #endif
  }

  /// The host of a test that starts; of one that runs already, for nil, which cannot be asked to tear anything down.
  init(_ test: XCTestCase? = nil) {
    state = Locked(State(name: test?.name))
    isOfUnknownTest = test == nil
    guard let test else { return }
    let tearDown: () -> Void = { [self] in
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

  /// The test is being torn down, or over: fails the run, unless the main thread, which waits for an `async`
  /// tear-down in its run loop, can still record for it. Whoever comes too late for that is told of when the run
  /// ends.
  private func postpone(_ problem: Problem) {
    let pendingProblem = PendingProblems.add(problem.noted("noticed after \(name) was over"))
    guard !MainThread.isCurrent, !state.withLock({ $0.isOver }) else { return }
    // Not a semaphore, whose timeout is by the wall clock on Linux.
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

  /// How many seconds a task of a tear-down waits for the main thread, which may be busy.
  private static let patience = 2

  /// Holds up the end of the test. Returns false when it is too late for that.
  private func enter(isMain: Bool) -> Bool {
    state.withLock { state in
      guard !state.isOver, isMain || !state.isClosing else { return false }
      recordings.enter()
      return true
    }
  }

  var testName: String? { state.withLock { $0.name } }

  private var name: String { testName.map { "test \($0)" } ?? "a test" }

  /// Takes a problem to the main thread, which may be busy: the test looks into its inbox before it stops, too.
  private func send(_ problem: Problem) {
    let pendingProblem = PendingProblems.add(problem.noted("in \(name)"))
    state.withLock { $0.inbox.append(pendingProblem) }
    DispatchQueue.main.async { self.deliver() }
  }

  /// On the main thread: records what has arrived, if the test still runs.
  private func deliver() {
    let pendingProblems = state.withLock { state in
      guard !state.isOver else { return [PendingProblems.PendingProblem]() }
      defer { state.inbox = [] }
      return state.inbox
    }
    for pendingProblem in pendingProblems { PendingProblems.deliver(pendingProblem, to: record) }
  }

  /// The test is over. Only now is one known by name that ran before XCTest was followed.
  func close(_ test: XCTestCase?) {
    state.withLock { state in
      state.name = state.name ?? test?.name
      state.isOver = true
    }
  }

  /// XCTest keeps every test case to the end of the run, and with it the expectations in its properties. Whatever they
  /// are kept by, they are checked when their test is over.
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
    // One that has been let go of meanwhile is released outside the lock, and may then have something to record.
    withExtendedLifetime(looked) {}
  }

  func noteThrown(_ thrown: ThrownError) {
    let note = (thrown.error, thrown.text)
    state.withLock { $0.thrown.append(note) }
  }

  /// XCTest has recorded a failure. Of an error that was thrown, it is told once where it came from.
  func explain(_ description: String) {
    guard description.contains("threw error") || description.contains("aught error") else { return }
    let notes = state.withLock { state in
      defer { state.thrown.removeAll { description.contains($0.error) } }
      return state.thrown.filter { description.contains($0.error) }
    }
    for note in notes { StandardError.print(note.text) }
  }

  /// After the end of the test.
  func checkKept() {
    let made = state.withLock { state in
      defer { state.made = [] }
      return state.made
    }
    for each in made { each.made?.reportIfNeverAwaited() }
  }
}
