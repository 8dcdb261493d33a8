import Expectations
import Foundation
import XCTest

@testable import Samples

/// The checkpoint with a condition lock, and its replacement.
final class CheckpointTests: XCTestCase {
  private enum Checkpoint {
    static let waiting = 0
    static let reached = 1
  }

  private let callbacks = DispatchQueue(label: "callbacks")

  /// The checkpoint needs a second lock beside the one for the result, and an agreement on numbers. It blocks the main
  /// queue, so the handler must not be called there. The lock records no failure of its own: without the assertion the
  /// test passes, and the assertion cannot say which event is missing.
  func testRecords_conditionLock() throws {
    let server = try LoopbackServer(.json(#"{"results":[{"objectId":"a1"}]}"#))
    defer { server.stop() }
    let service = RecordService(base: server.url, callbackQueue: callbacks)
    let checkpoint = NSConditionLock(condition: Checkpoint.waiting)
    let received = Guarded<Result<[Record], ServiceError>?>(nil)
    service.records(of: "Place", where: "name", equals: "Delft") { result in
      received.withLock { $0 = result }
      checkpoint.lock()
      checkpoint.unlock(withCondition: Checkpoint.reached)
    }
    // On Linux, the call without a date traps when it has to wait.
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
