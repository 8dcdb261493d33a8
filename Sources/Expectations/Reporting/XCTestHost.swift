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
  }

  private let state: Locked<State>
  /// The recordings of tasks, which the test must not stop under.
  private let recordings = DispatchGroup()
  private static let stopError = Locked<(any Error)?>(nil)

  static var current: XCTestHost { XCTestWatcher.shared.current }

  /// The host of a test that starts; of one that runs already, for nil, which cannot be asked to tear anything down.
  fileprivate init(_ test: XCTestCase? = nil) {
    state = Locked(State(name: test?.name))
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

  /// Records while the test runs; sends the problem there from a thread that is not of the test.
  private func recordInTest(_ problem: Problem, by record: (Problem) -> Void) {
    let isMain = MainThread.isCurrent
    guard isMain || RunningTask.exists else {
      send(problem)
      return
    }
    guard enter(isMain: isMain) else {
      postpone(problem)
      return
    }
    record(problem)
    recordings.leave()
  }

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

  /// Fails the run, as the test cannot fail any more.
  private func postpone(_ problem: Problem) {
    Undelivered.add(problem.noted("noticed after \(name) was over"))
  }

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

  /// The test is over. Only now is the one known by name that ran when the library was first used.
  fileprivate func close(_ test: XCTestCase?) {
    state.withLock { state in
      state.name = state.name ?? test?.name
      state.isOver = true
    }
  }

  /// Records a failure with the only call whose error XCTest does not record again, and keeps that error to stop tests
  /// with.
  private static func fail(_ problem: Problem) {
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

/// Follows XCTest from test to test. It is installed when the library is first used, which may be inside a test.
private final class XCTestWatcher: NSObject, XCTestObservation, @unchecked Sendable {
  // Sendable: the host is only touched under its lock.
  private let host = Locked(XCTestHost())

  static let shared: XCTestWatcher = {
    let watcher = XCTestWatcher()
    XCTestObservationCenter.shared.addTestObserver(watcher)
    return watcher
  }()

  var current: XCTestHost { host.withLock { $0 } }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let next = XCTestHost(testCase)
    // The last host is released after the lock is.
    let last = host.withLock { host in
      defer { host = next }
      return host
    }
    last.close(nil)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    current.close(testCase)
  }
}
