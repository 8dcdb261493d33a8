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
    var inbox: [Undelivered.Letter] = []
    /// What waits have thrown that has not been seen to fail the test, as text: an error may keep anything alive.
    var thrown: [(error: String, text: String)] = []
    /// What has been made in it, of which some may be there when it is over.
    var made: [MadeExpectation] = []
    /// How many of those there may be before it is worthwhile to look for what has been released.
    var madeLimit = 64
  }

  private struct MadeExpectation {
    weak var expectation: (any AnyExpectation)?
  }

  private let state: Locked<State>
  /// Whether it is of none, or of a test that ran before XCTest was followed.
  private let isOfUnknownTest: Bool
  /// The recordings of tasks, which the test must not stop under.
  private let recordings = DispatchGroup()
  fileprivate static let stopError = Locked<(any Error)?>(nil)

  static var current: XCTestHost { XCTestWatcher.shared.current }

  /// The host in a program that does not look as if it ran tests: once a test case of XCTest has started there, it does.
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
  fileprivate init(_ test: XCTestCase? = nil) {
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
    recordInTest(problem) { problem in
      if problem.mayStopLater {
        Self.fail(problem)
      } else {
        XCTFail(problem.text, file: problem.site.filePath, line: problem.site.line)
      }
    }
  }

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
    if let problem { recordInTest(problem, by: Self.fail) }
    state.withLock { $0.hasStopped = true }
    return Self.stopError.withLock { $0 } ?? error
  }

  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  var isOver: Bool { state.withLock { $0.isOver } || isOfUnknownTest }

  /// Records while the test runs; sends the problem there from a thread that is not of the test.
  private func recordInTest(_ problem: Problem, by record: @escaping @Sendable (Problem) -> Void) {
    let isMain = MainThread.isCurrent
    guard isMain || RunningTask.exists else {
      send(problem)
      return
    }
    if enter(isMain: isMain) {
      record(problem)
      recordings.leave()
    } else {
      postpone(problem, by: record)
    }
  }

  /// The test is being torn down, or over: fails the run, unless the main thread, which waits for an `async`
  /// tear-down in its run loop, can still record for it. Whoever comes too late for that is told of when the run
  /// ends.
  private func postpone(_ problem: Problem, by record: @escaping @Sendable (Problem) -> Void) {
    let letter = Undelivered.add(problem.noted("noticed after \(name) was over"))
    guard !MainThread.isCurrent, !state.withLock({ $0.isOver }) else { return }
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { [self] in
      if enter(isMain: true) {
        Undelivered.deliver(letter) { _ in record(problem) }
        recordings.leave()
      }
      done.signal()
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
    let letter = Undelivered.add(problem.noted("in \(name)"))
    state.withLock { $0.inbox.append(letter) }
    DispatchQueue.main.async { self.deliver() }
  }

  /// On the main thread: records what has arrived, if the test still runs.
  private func deliver() {
    let letters = state.withLock { state in
      guard !state.isOver else { return [Undelivered.Letter]() }
      defer { state.inbox = [] }
      return state.inbox
    }
    for letter in letters { Undelivered.deliver(letter, to: record) }
  }

  /// The test is over. Only now is one known by name that ran before XCTest was followed.
  fileprivate func close(_ test: XCTestCase?) {
    state.withLock { state in
      state.name = state.name ?? test?.name
      state.isOver = true
    }
  }

  /// XCTest keeps every test case to the end of the run, and with it the expectations in its properties. Whatever they
  /// are kept by, they are checked when their test is over.
  func noteMade(_ expectation: any AnyExpectation) {
    let looked = state.withLock { state in
      guard !state.isOver else { return [any AnyExpectation]() }
      state.made.append(MadeExpectation(expectation: expectation))
      guard state.made.count > state.madeLimit else { return [] }
      let live = state.made.compactMap(\.expectation)
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
  fileprivate func explain(_ description: String) {
    guard description.contains("threw error") || description.contains("aught error") else { return }
    let notes = state.withLock { state in
      defer { state.thrown.removeAll { description.contains($0.error) } }
      return state.thrown.filter { description.contains($0.error) }
    }
    for note in notes { StandardError.print(note.text) }
  }

  /// After the end of the test.
  fileprivate func checkKept() {
    let made = state.withLock { state in
      defer { state.made = [] }
      return state.made
    }
    for each in made { each.expectation?.reportIfNeverAwaited() }
  }

  /// Records a failure with the only call whose error XCTest does not record again, and keeps that error to stop tests
  /// with.
  fileprivate static func fail(_ problem: Problem) {
    do {
      let completion: Completion? = nil
      _ = try XCTUnwrap(completion, problem.text, file: problem.site.filePath, line: problem.site.line)
    } catch {
      stopError.withLock { $0 = error }
    }
  }
}

/// What a failed wait has not got; its name stands in XCTest's text.
private enum Completion {}

/// Follows XCTest from test to test. It is installed before the first one, and where that cannot be, when the library is
/// first used, which may be inside a test.
private final class XCTestWatcher: NSObject, XCTestObservation, @unchecked Sendable {
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
    Watchdog.noteTests()
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let host = current
    host.close(testCase)
    host.checkKept()
    Watchdog.noteTests()
  }
}

#if compiler(>=6.3) && os(Linux)
  /// Follows XCTest from its first test on: it announces each test that starts, and cannot be asked which one is
  /// running. What stands in this section is called before `main`. Where there is no such section, the test that uses
  /// the library first has no name until it is over.
  @section(".init_array") @used
  private let followFromTheStart: @convention(c) () -> Void = {
    if TestProcess.kind == .xctest { _ = XCTestWatcher.shared }
  }
#endif

#if !canImport(ObjectiveC)
  /// A program that may or may not be running a test of XCTest: as long as none has been seen to start, XCTest is asked by
  /// telling it. That is the first test of a program that calls `XCTMain` by itself; most others run none.
  private final class PlainProgramHost: TestHost {
    static let shared = PlainProgramHost()

    var hasStopped: Bool { false }
    var isOver: Bool { true }

    func record(_ problem: Problem) {
      let isRecorded = isRecordedByXCTest(problem) {
        XCTFail($0.text, file: $0.site.filePath, line: $0.site.line)
      }
      if !isRecorded { ConsoleHost.shared.record(problem) }
    }

    func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
      guard let problem, !isRecordedByXCTest(problem, by: XCTestHost.fail) else {
        return XCTestHost.stopError.withLock { $0 } ?? error
      }
      return ConsoleHost.shared.stop(recording: problem, orElse: error)
    }

    /// Only on the threads of a test: on another one, a test may end in that moment.
    private func isRecordedByXCTest(_ problem: Problem, by record: (Problem) -> Void) -> Bool {
      guard problem.severity == .failure, MainThread.isCurrent || RunningTask.exists else { return false }
      return XCTestWatcher.shared.isRecorded { record(problem) }
    }
  }
#endif
