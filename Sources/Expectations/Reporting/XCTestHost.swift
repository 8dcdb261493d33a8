import Dispatch
import Foundation
import XCTest

/// A test case of XCTest while it runs, and after.
///
/// XCTest on Linux records in whatever test runs at the moment, and ends the process when a failure arrives in the
/// instant after a test has stopped. So what other threads find out is taken to the main thread, which starts and stops
/// the tests; what comes after the test fails the run instead, and names the test.
final class XCTestHost: TestHost {
  private struct State {
    var isOver = false
    var inbox: [Undelivered.Letter] = []
  }

  private let name: String?
  /// Whether the test empties the inbox before it stops. The test that first used the library cannot be asked to.
  private let hasTeardown: Bool
  private let state = Locked(State())
  private static let stopError = Locked<(any Error)?>(nil)

  static var current: XCTestHost { XCTestWatcher.shared.current }

  fileprivate init(_ test: XCTestCase? = nil) {
    name = test?.name
    hasTeardown = test != nil
    guard let test else { return }
    let empty: () -> Void = { [self] in deliver() }
    test.addTeardownBlock(empty)
  }

  func record(_ problem: Problem) {
    guard problem.severity == .failure else {
      ConsoleHost().record(problem)
      return
    }
    guard isAtHand else {
      send(problem)
      return
    }
    guard !noteIfOver(problem) else { return }
    if problem.mayStopLater {
      Self.fail(problem)
    } else {
      XCTFail(problem.text, file: problem.site.filePath, line: problem.site.line)
    }
  }

  func stop(recording problem: Problem?, report: WaitReport) -> any Error {
    if let problem {
      if !isAtHand {
        send(problem)
      } else if !noteIfOver(problem) {
        Self.fail(problem)
      }
    }
    return Self.stopError.withLock { $0 } ?? WaitFailure(report: report)
  }

  /// Whether the calling thread is one that the test runs on: the main thread, or a task's.
  private var isAtHand: Bool {
    !hasTeardown || Thread.isMainThread || withUnsafeCurrentTask { $0 != nil }
  }

  /// If the test is over, fails the run instead.
  private func noteIfOver(_ problem: Problem) -> Bool {
    guard state.withLock({ $0.isOver }) else { return false }
    let name = name.map { "test \($0)" } ?? "a test"
    Undelivered.add(problem.noted("noticed after \(name) was over"))
    return true
  }

  /// Takes a problem to the main thread, which may be busy: the test looks into its inbox before it stops, too.
  private func send(_ problem: Problem) {
    let letter = Undelivered.add(problem.noted("in test \(name ?? "unknown")"))
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
    for letter in letters {
      Undelivered.remove(letter)
      record(letter.problem)
    }
  }

  fileprivate func close() {
    state.withLock { $0.isOver = true }
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
    change(to: XCTestHost(testCase))
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    current.close()
  }

  private func change(to next: XCTestHost) {
    // The last host is released after the lock is.
    let last = host.withLock { host in
      defer { host = next }
      return host
    }
    last.close()
  }
}
