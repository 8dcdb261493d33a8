import Dispatch
import Expectations
import XCTest

/// One test leaves an expectation behind, and the next one fulfills it once too often. Neither test may fail, because
/// the first is over and the second is correct, but the run must fail and name the first.
final class AfterwardsTests: XCTestCase {
  private static let leftOver = LeftOver()
  private var kept: Expectation<Void>?

  // A new observer does not learn from XCTest which test is running, so this test is the first to use the library.
  func test1_usesTheLibraryFirst() {
    let done = Expectation("done")
    done.fulfill()
    done.wait()
  }

  func test2_leavesAnExpectationBehind() {
    let once = Expectation("once")
    Self.leftOver.call = { once.fulfill() }  // FAILS HERE
    once.fulfill()
    once.wait()
  }

  /// XCTest keeps the test case, and with it the values of its properties, until the end of the run.
  func test2b_keepsAnExpectationThatItDoesNotWaitFor() {
    kept = Expectation("kept")  // FAILS HERE
  }

  func test3_isInnocent() {
    let done = Expectation("done")
    DispatchQueue.global().async {
      Self.leftOver.call?()
      done.fulfill()
    }
    done.wait()
  }

  /// The main actor runs its tasks in their order, so the wait has begun when the test ends.
  @MainActor func test4_leavesAWait() async {
    let late = Expectation("late")
    Self.leftOver.tasks.append(Task { _ = await late.wait(timeout: .milliseconds(100)) })  // FAILS HERE
    await Task {}.value
  }

  @MainActor func test5_leavesACallOfARecorder() async {
    let events = Recorder<Int>("events")
    Self.leftOver.tasks.append(Task { _ = try await events.next(timeout: .milliseconds(100)) })  // FAILS HERE
    await Task {}.value
  }

  @MainActor func test5b_leavesAWaitForAValue() async {
    let late = Expectation("late", of: Int.self)
    Self.leftOver.tasks.append(Task { try await late.wait(equals: 2) })  // FAILS HERE
    Self.leftOver.call = { late.fulfill(1) }
    await Task {}.value
  }

  /// The tasks that the others have left end meanwhile.
  func test6_isInnocent() async {
    Self.leftOver.call?()
    for task in Self.leftOver.tasks { _ = await task.result }
  }
}

/// Accessed by one test at a time.
private final class LeftOver: @unchecked Sendable {
  var call: (@Sendable () -> Void)?
  var tasks: [Task<Void, any Error>] = []
}
