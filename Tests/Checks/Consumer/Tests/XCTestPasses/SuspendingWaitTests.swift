import Dispatch
import Expectations
import XCTest

/// `async` tests: the wait suspends.
final class SuspendingWaitTests: XCTestCase {
  func testWait_fulfilledInATask_returnsTheValue() async throws {
    let answer = Expectation("answer", of: Int.self)
    Task { answer.fulfill(42) }
    let value = try await answer.wait()
    XCTAssertEqual(value, 42)
  }

  func testWait_fulfilledOnTheMainQueue_returnsTrue() async {
    let done = Expectation("done")
    DispatchQueue.main.async { done.fulfill() }
    let isDone = await done.wait()
    XCTAssertTrue(isDone)
  }

  @MainActor func testWait_onTheMainActor_letsTheMainActorWork() async {
    let done = Expectation("done")
    Task { @MainActor in done.fulfill() }
    let isDone = await done.wait()
    XCTAssertTrue(isDone)
  }

  func testWait_fulfilledWithAnError_throwsIt() async {
    let loaded = Expectation("loaded", of: String.self)
    loaded.fulfill(with: Result<String, LoadError>.failure(.refused))
    do {
      _ = try await loaded.wait()
      XCTFail("nothing thrown")
    } catch {
      XCTAssertEqual(error as? LoadError, .refused)
    }
  }

  func testWait_notHappeningInTheWindow_returnsTrue() async {
    let alarm = Expectation("alarm", count: 0)
    let isQuiet = await alarm.wait(timeout: .milliseconds(50))
    XCTAssertTrue(isQuiet)
  }

  func testWaitForAll_inOrder_returnsTrue() async {
    let opened = Expectation("opened")
    let saved = Expectation("saved")
    Task {
      opened.fulfill()
      saved.fulfill()
    }
    let isComplete = await wait(for: [opened, saved], enforceOrder: true)
    XCTAssertTrue(isComplete)
  }

  func testWaitForAny_oneComes_returnsItsIndex() async {
    let hit = Expectation("hit")
    let miss = Expectation("miss")
    Task { hit.fulfill() }
    let first = await wait(forAnyOf: [hit, miss])
    XCTAssertEqual(first, 0)
  }

  func testValues_bothCome_returnsATypedTuple() async throws {
    let name = Expectation("name", of: String.self)
    let size = Expectation("size", of: Int.self)
    load("map", completion: name.handler)
    Task { size.fulfill(3) }
    let (gotName, gotSize) = try await values(of: name, size)
    XCTAssertEqual(gotName, "map")
    XCTAssertEqual(gotSize, 3)
  }

  func testOutcome_complete_isSuccess() async {
    let done = Expectation("done")
    done.fulfill()
    let report = await report(of: [done])
    XCTAssertTrue(report.isSuccess)
  }
}
