import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test an HTTP service in XCTest, with a real server on the loopback interface. The service calls its
/// completion handlers on the main queue, which the waits of synchronous tests service.
final class RecordServiceXCTests: XCTestCase {
  private func server() throws -> LoopbackServer {
    let server = try LoopbackServer(.json(RecordServiceTests.delft))
    addTeardownBlock { server.stop() }
    return server
  }

  func testSaveThenDelete_eachAnswered() throws {
    let server = try LoopbackServer { $0.method == "POST" ? .json(#"{"objectId":"a1"}"#, status: 201) : .json("{}") }
    addTeardownBlock { server.stop() }
    let service = RecordService(base: server.url)
    let saved = Expectation("record saved", of: Record.self)
    service.save(["name": "Delft"], in: "Place", completion: saved.resultHandler())
    let record = try saved.wait(timeout: .seconds(5))
    XCTAssertEqual(record, Record(id: "a1", fields: ["name": "Delft"]))
    let deleted = Expectation("record deleted")
    service.delete(id: record.id, in: "Place", completion: deleted.resultHandler())
    deleted.wait(timeout: .seconds(5))
    XCTAssertEqual(server.requests.map(\.path), ["/classes/Place", "/classes/Place/a1"])
  }

  func testRecords_refused_keepsTheReason() async throws {
    // No server listens on the first port.
    let url = try XCTUnwrap(URL(string: "http://127.0.0.1:1"))
    let fetched = Expectation("records fetched", of: [Record].self)
    RecordService(base: url).records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let error = await report(of: [fetched], timeout: .seconds(5)).error as? ServiceError
    XCTAssertEqual(error?.name, "unreachable")
    XCTAssertEqual((error?.underlyingError as? URLError)?.code, .cannotConnectToHost)
  }

  /// A save and a fetch together: each returns a value of its own type.
  func testSaveAndFetch_together() throws {
    let folder = try TemporaryFolder()
    let document = folder.document(new: "Summer", callbackQueue: .main)
    let service = RecordService(base: try server().url)
    let saved = Expectation("document saved", of: Gallery?.self)
    let fetched = Expectation("records fetched", of: [Record].self)
    document.save { saved.fulfill(with: $0.map { document.content }) }
    service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let (gallery, records) = try values(of: saved, fetched, timeout: .seconds(5))
    XCTAssertEqual(gallery?.title, "Summer")
    XCTAssertEqual(records.map(\.id), ["a1"])
  }

  func testRecords_askedThreeTimes_threeRequests() throws {
    let server = try server()
    let service = RecordService(base: server.url)
    let requested = Expectation("requests received", of: LoopbackRequest.self, count: 2...)
    let fetched = Expectation("records fetched", of: [Record].self, count: 3)
    server.onRequest = requested.handler
    for _ in 0..<3 {
      service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    }
    wait(for: [requested, fetched], timeout: .seconds(5))
    XCTAssertEqual(requested.fulfillmentCount, 3)
    XCTAssertEqual(fetched.values.flatMap { $0 }.map(\.id), ["a1", "a1", "a1"])
  }
}
