import Expectations
import Foundation
import XCTest

@testable import Samples

/// The one object through which all completion handlers pass their results to the tests.
private final class SharedResult: @unchecked Sendable {
  // Sendable because it is accessed only on the main thread.
  static let shared = SharedResult()

  var records: [Record]?
  var error: (any Error)?

  private init() {}

  var isEmpty: Bool { records == nil && error == nil }

  func reset() { (records, error) = (nil, nil) }
}

/// The result in a shared object, and its replacement.
final class SharedResultTests: XCTestCase {
  private func service(_ answer: LoopbackAnswer) throws -> RecordService {
    let server = try LoopbackServer(answer)
    addTeardownBlock { server.stop() }
    return RecordService(base: server.url)
  }

  private func fetchIntoSharedResult(_ service: RecordService) {
    service.records(of: "Place", where: "name", equals: "Delft") { result in
      switch result {
      case .success(let records): SharedResult.shared.records = records
      case .failure(let error): SharedResult.shared.error = error
      }
    }
    waitWhile { SharedResult.shared.isEmpty }
  }

  /// Every test must begin with a reset, and two tests cannot run at the same time. The error has a field of its own,
  /// which each test must remember to check.
  func testRecords_sharedResult() throws {
    SharedResult.shared.reset()
    fetchIntoSharedResult(try service(.http(404)))
    XCTAssertNil(SharedResult.shared.records)
    guard case ServiceError.badStatus(code: 404, _)? = SharedResult.shared.error else { return XCTFail() }
  }

  func testRecords_expectation() throws {
    let fetched = Expectation("records fetched", of: [Record].self)
    try service(.http(404)).records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    XCTAssertThrowsError(try fetched.wait(timeout: .seconds(5))) { error in
      guard case ServiceError.badStatus(code: 404, _) = error else { return XCTFail("\(error)") }
    }
  }
}
