import Expectations
import Foundation
import XCTest

@testable import Samples

/// The checkpoint made of a condition lock, and what replaces it.
final class CheckpointTests: XCTestCase {
  private enum Checkpoint {
    static let waiting = 0
    static let reached = 1
  }

  private let callbacks = DispatchQueue(label: "callbacks")

  /// It costs a second lock beside the one for the result, and numbers to agree on. The main queue stands still
  /// meanwhile, so the handler must not be called there. And the lock has no failure of its own: whoever forgets the
  /// assertion sees none, and the assertion cannot say what did not come.
  func testRecords_conditionLock() throws {
    let server = try LoopbackServer(.json(#"{"results":[{"objectId":"a1"}]}"#))
    defer { server.stop() }
    let service = RecordService(base: server.url, callbackQueue: callbacks)
    let checkpoint = NSConditionLock(condition: Checkpoint.waiting)
    let received = Guarded<Result<[Record], RecordServiceError>?>(nil)
    service.records(of: "Place", where: "name", equals: "Delft") { result in
      received.withLock { $0 = result }
      checkpoint.lock()
      checkpoint.unlock(withCondition: Checkpoint.reached)
    }
    // Without a date this traps on Linux when it has to wait.
    XCTAssertTrue(checkpoint.lock(whenCondition: Checkpoint.reached, before: Date(timeIntervalSinceNow: 5)))
    checkpoint.unlock()
    XCTAssertEqual(try XCTUnwrap(received.value).get().map(\.id), ["a1"])
  }

  func testRecords_expectation() throws {
    let server = try LoopbackServer(.json(#"{"results":[{"objectId":"a1"}]}"#))
    defer { server.stop() }
    let service = RecordService(base: server.url, callbackQueue: callbacks)
    let fetched = Expectation("records fetched", of: [Record].self)
    service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    XCTAssertEqual(try fetched.wait(timeout: .seconds(5)).map(\.id), ["a1"])
  }
}
