import Expectations
import Foundation
import XCTest

/// A test that skips itself never reached its waits: it is skipped, and nothing else.
final class SkipTests: XCTestCase {
  func testSkip_whileAnExpectationLives() throws {
    let saved = Expectation("saved")
    _ = saved
    throw XCTSkip("no network")
  }

  func testSkip_afterAnExpectationIsReleased() throws {
    _ = Expectation("saved")
    throw XCTSkip("no network")
  }

  func testSkip_async_whileTheWorkHoldsTheExpectation() async throws {
    let saved = Expectation("saved")
    Task.detached {
      try await Task.sleep(for: .milliseconds(1))
      saved.fulfill()
    }
    throw XCTSkip("no network")
  }

  func testSkip_whileARecorderHasEvents() throws {
    let events = Recorder<Int>("events")
    events.record(1)
    throw XCTSkip("no network")
  }

  func testSkip_inACondition() throws {
    try eventually("connected") { throw XCTSkip("no network") }
  }

  func testSkip_inAnAsyncCondition() async throws {
    try await eventually("connected") {
      await Task.yield()
      throw XCTSkip("no network")
    }
  }

  func testSkip_withinALimit() async throws {
    try await within(.seconds(60)) { throw XCTSkip("no network") }
  }

  func testSkip_delivered() throws {
    let loaded = Expectation("loaded", of: Int.self)
    loaded.fulfill(throwing: XCTSkip("no network"))
    try loaded.wait()
  }
}

final class SkipInSetUpTests: XCTestCase {
  private let kept = Expectation("kept")

  override func setUpWithError() throws {
    _ = Expectation("opened")
    throw XCTSkip("no network")
  }

  func testIsSkipped() {}
}

/// No test has created what the properties hold.
final class SkipWithPropertiesTests: XCTestCase {
  private let kept = Recorder<Int>("kept")
  private var released: Recorder<Int>? = Recorder("released")
  private var saved: Expectation<Void>? = Expectation("saved")
  private let (all, named) = ([Expectation("in a list")], ["opened": Expectation("in a dictionary")])

  override func tearDown() { (released, saved) = (nil, nil) }

  func testSkip() throws {
    kept.record(1)
    released?.record(1)
    throw XCTSkip("no network")
  }
}

/// A timer, a block of the run loop or an operation that keeps the main thread past the timeout is a stall, each time.
final class KeptMainThreadTests: XCTestCase {
  func test1() { keepByATimer() }
  func test2() { keepByATimer() }
  func test3() { keepByATimer() }
  func test4() { keepByATimer() }

  private func keepByATimer() {
    let late = Expectation("late")
    _ = Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in
      usleep(400_000)
      late.fulfill()
    }
    XCTAssertTrue(late.wait(timeout: .milliseconds(200)))
  }

  func testByABlockOfTheRunLoop() {
    for _ in 1...3 {
      let late = Expectation("late")
      RunLoop.main.perform {
        usleep(400_000)
        late.fulfill()
      }
      XCTAssertTrue(late.wait(timeout: .milliseconds(200)))
    }
  }

  func testByAnOperation_afterAWindowInAMainQueueJob() {
    let quiet = Expectation("quiet", of: Bool.self)
    DispatchQueue.main.async { quiet.fulfill(Expectation("never").expectNone(for: .milliseconds(50))) }
    XCTAssertEqual(try? quiet.wait(), true)
    for _ in 1...2 {
      let late = Expectation("late")
      OperationQueue.main.addOperation {
        usleep(400_000)
        late.fulfill()
      }
      XCTAssertTrue(late.wait(timeout: .milliseconds(200)))
    }
  }
}
