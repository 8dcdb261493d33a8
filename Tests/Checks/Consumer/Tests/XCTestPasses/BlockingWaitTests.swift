import Dispatch
import Expectations
import XCTest

/// Synchronous tests: the wait blocks, and services the main queue in the meantime.
final class BlockingWaitTests: XCTestCase {
  func testWait_fulfilledOnAnotherThread_returnsTrue() {
    let done = Expectation("done")
    DispatchQueue.global().async { done.fulfill() }
    XCTAssertTrue(done.wait())
  }

  func testWait_fulfilledOnTheMainQueue_returnsTrue() {
    let done = Expectation("done")
    DispatchQueue.main.async { done.fulfill() }
    XCTAssertTrue(done.wait())
  }

  func testWait_fulfilledOnTheMainActor_returnsTheValue() throws {
    let answer = Expectation("answer", of: Int.self)
    Task { @MainActor in answer.fulfill(42) }
    XCTAssertEqual(try answer.wait(), 42)
  }

  func testWait_handlerPassedAsCompletion_returnsTheValue() throws {
    let loaded = Expectation("loaded", of: String.self)
    load("page", completion: loaded.handler)
    XCTAssertEqual(try loaded.wait(), "page")
  }

  func testWait_fulfilledWithAnError_throwsIt() {
    let loaded = Expectation("loaded", of: String.self)
    DispatchQueue.global().async { loaded.fulfill(throwing: LoadError.refused) }
    XCTAssertThrowsError(try loaded.wait()) { XCTAssertEqual($0 as? LoadError, .refused) }
  }

  func testWait_notHappeningInTheWindow_returnsTrue() {
    let alarm = Expectation("alarm", count: 0)
    XCTAssertTrue(alarm.wait(timeout: .milliseconds(50)))
  }

  func testWaitForAll_inOrder_returnsTrue() {
    let opened = Expectation("opened")
    let saved = Expectation("saved", of: Bool.self)
    DispatchQueue.global().async {
      opened.fulfill()
      saved.fulfill(true)
    }
    XCTAssertTrue(wait(for: [opened, saved], enforceOrder: true))
  }

  func testWaitForAny_oneComes_returnsItsIndex() {
    let hit = Expectation("hit")
    let miss = Expectation("miss", of: Int.self)
    DispatchQueue.global().async { miss.fulfill(1) }
    XCTAssertEqual(wait(forAnyOf: [hit, miss]), 1)
  }

  func testValues_bothCome_returnsATypedTuple() throws {
    let name = Expectation("name", of: String.self)
    let size = Expectation("size", of: Int.self)
    DispatchQueue.global().async {
      size.fulfill(3)
      name.fulfill("map")
    }
    let (gotName, gotSize) = try values(of: name, size)
    XCTAssertEqual(gotName, "map")
    XCTAssertEqual(gotSize, 3)
  }

  func testOutcome_timedOut_recordsNothing() {
    let never = Expectation("never")
    XCTAssertEqual(report(of: [never], timeout: .zero).outcome, .timedOut)
  }

  func testCount_range_keepsEveryValue() throws {
    let progress = Expectation("progress", of: Int.self, count: 3...)
    DispatchQueue.global().async { for step in 1...3 { progress.fulfill(step) } }
    XCTAssertEqual(try progress.wait(), 3)
    XCTAssertEqual(progress.values, [1, 2, 3])
  }
}

enum LoadError: Error {
  case refused
}

/// An asynchronous operation, like those of the code under test.
func load(_ name: String, completion: @escaping @Sendable (String) -> Void) {
  DispatchQueue.global().async { completion(name) }
}
