import Dispatch
import Expectations
import XCTest

/// Nothing waits for the expectations of these tests, or nothing awaits the wait, and the work outlives the tests. Each
/// test passes, but the run must fail and name the test.
final class ForgettingTests: XCTestCase {
  private static let minute = DispatchTimeInterval.seconds(60)

  func testWorkHoldsTheExpectation() {
    let saved = Expectation("saved")  // FAILS HERE
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.minute) { saved.fulfill() }
  }

  func testGlobalHoldsTheHandler() {
    let loaded = Expectation("loaded", of: Int.self)  // FAILS HERE
    held.keep(loaded.handler)
  }

  @MainActor func testWaitIsInATaskThatNothingAwaits() async {
    let saved = Expectation("saved")
    Task { await saved.wait(timeout: .seconds(60)) }  // FAILS HERE
    await tasksHaveBegun()
  }
}

/// XCTest keeps the test case, with its properties, until the end of the run.
final class PropertyTests: XCTestCase {
  private let kept = Expectation("kept")

  func testWaits() {
    kept.fulfill()
    kept.wait()
  }

  func testReads() {
    XCTAssertEqual(kept.fulfillmentCount, 0)
  }
}

final class ForgottenPropertyTests: XCTestCase {
  func testForgets() { _ = kept }
  private let kept = Expectation("kept")  // FAILS HERE
}

final class ForbiddenPropertyTests: XCTestCase {
  private let failed = Expectation("failed", count: 0)

  func testMustNotHappen() {
    failed.fulfill()  // FAILS HERE
  }
}

final class UnconsumedPropertyTests: XCTestCase {
  func testUnconsumed() {
    events.record(1)
    dismissed.record(1)
    dismissed.dismiss()
  }

  private let events = Recorder<Int>("events")  // FAILS HERE
  private let dismissed = Recorder<Int>("dismissed")
}

/// Nothing wrong: a test waits for what another one created.
final class SharedExpectationTests: XCTestCase {
  nonisolated(unsafe) private static var shared: Expectation<Void>?

  func test1_creates() { Self.shared = Expectation("shared") }

  func test2_waits() {
    Self.shared?.fulfill()
    Self.shared?.wait()
  }

  func test3_releases() { Self.shared = nil }
}

/// Returns when the tasks that the main actor was given before have begun to wait. It runs them in their order.
@MainActor private func tasksHaveBegun() async { await Task {}.value }

private final class Held: @unchecked Sendable {
  private let queue = DispatchQueue(label: "held")
  private var handlers: [@Sendable (Int) -> Void] = []

  func keep(_ handler: @escaping @Sendable (Int) -> Void) { queue.sync { handlers.append(handler) } }
}

private let held = Held()
