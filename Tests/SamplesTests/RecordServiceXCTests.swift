import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test an HTTP service in XCTest, with a real server on the loopback interface. The service calls its
/// completion handlers on the main queue, which the waits of synchronous tests service.
final class RecordServiceXCTests: XCTestCase {
  private static let delft = #"{"results":[{"objectId":"a1","name":"Delft"}]}"#

  private func server(_ answer: LoopbackAnswer = .json(delft)) throws -> LoopbackServer {
    let server = try LoopbackServer(answer)
    addTeardownBlock { server.stop() }
    return server
  }

  // MARK: Success

  func testRecords_found_delivered() throws {
    let service = RecordService(base: try server().url)
    let fetched = Expectation("records fetched", of: [Record].self)
    service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    XCTAssertEqual(
      try fetched.wait(timeout: .seconds(5)), [Record(id: "a1", fields: ["name": "Delft"])])
  }

  func testRecords_foundInAsyncTest_delivered() async throws {
    let service = RecordService(base: try server().url)
    let fetched = Expectation("records fetched", of: [Record].self)
    service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let records = try await fetched.wait(timeout: .seconds(5))
    XCTAssertEqual(records.map(\.id), ["a1"])
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

  func testPerform_inAsyncTest_eachIsToldOf() async throws {
    let server = try server(.json(#"[{"success":{}},{"error":{"code":101,"error":"not found"}}]"#))
    let results = try await RecordService(base: server.url)
      .perform([.update(in: "Place", id: "a1", fields: ["visited": true]), .delete(in: "Place", id: "a2")])
    XCTAssertEqual(try results[0].get(), Record(id: "a1", fields: ["visited": true]))
    XCTAssertEqual(results[1].failure?.serverMessage, "not found")
  }

  // MARK: Failure

  func testRecords_serverFault_typedErrorWithTheServersWords() throws {
    let service = RecordService(base: try server(.json(#"{"code":1,"error":"down"}"#, status: 500)).url)
    let fetched = Expectation("records fetched", of: [Record].self)
    service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    XCTAssertThrowsError(try fetched.wait(timeout: .seconds(5))) { error in
      guard case RecordServiceError.badStatus(code: 500, _) = error else { return XCTFail("\(error)") }
      XCTAssertEqual((error as? RecordServiceError)?.serverMessage, "down")
    }
  }

  func testRecords_refused_keepsTheReason() async throws {
    let port = try RefusingPort()
    defer { withExtendedLifetime(port) {} }
    let service = RecordService(base: port.url)
    let fetched = Expectation("records fetched", of: [Record].self)
    service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let error = await report(of: [fetched], timeout: .seconds(5)).error as? RecordServiceError
    XCTAssertEqual((error?.underlyingError as? URLError)?.code, .cannotConnectToHost)
  }

  // MARK: Several at once

  /// A save and a fetch together: each returns a value of its own type.
  func testSaveAndFetch_together() throws {
    let folder = try TemporaryFolder()
    let document = GalleryDocument(fileURL: folder.file("a"), newContent: Gallery(title: "Summer"))
    let service = RecordService(base: try server().url)
    let saved = Expectation("document saved", of: Gallery?.self)
    let fetched = Expectation("records fetched", of: [Record].self)
    document.save { saved.fulfill(with: $0.map { document.content }) }
    service.records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let (gallery, records) = try values(of: saved, fetched, timeout: .seconds(5))
    XCTAssertEqual(gallery?.title, "Summer")
    XCTAssertEqual(records.map(\.id), ["a1"])
  }

  func testRecords_requestThenAnswer_inThatOrder() async throws {
    let gate = LoopbackGate()
    let server = try server(LoopbackAnswer.json(Self.delft).held(by: gate))
    let requested = Expectation("request received", of: LoopbackRequest.self)
    let fetched = Expectation("records fetched", of: [Record].self)
    server.onRequest = { request in
      requested.fulfill(request)
      gate.open()
    }
    RecordService(base: server.url)
      .records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    await wait(for: [requested, fetched], timeout: .seconds(5), enforceOrder: true)
    XCTAssertEqual(requested.values.map(\.path), ["/classes/Place"])
  }

  /// One of two servers does not answer: the wait returns which one did.
  func testRecords_fromTwoServers_quickOneFirst() throws {
    let fromSilent = Expectation("records from the silent server", of: [Record].self)
    let fromQuick = Expectation("records from the quick server", of: [Record].self)
    let request = RecordService(base: try server(.silence).url)
      .records(of: "Place", where: "name", equals: "Delft", completion: fromSilent.resultHandler())
    RecordService(base: try server().url)
      .records(of: "Place", where: "name", equals: "Delft", completion: fromQuick.resultHandler())
    XCTAssertEqual(wait(forAnyOf: [fromSilent, fromQuick], timeout: .seconds(5)), 1)
    request.cancel()
    XCTAssertThrowsError(try fromSilent.wait(timeout: .seconds(5)))
  }

  // MARK: Counts

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

  /// `count: 0`: after a canceled request has been answered, no second answer comes.
  func testRecords_cancelled_answeredOnce() throws {
    let server = try server(.silence)
    let fetched = Expectation("request answered", of: Result<[Record], RecordServiceError>.self)
    let again = Expectation("request answered again", count: 0)
    let request = RecordService(base: server.url).records(of: "Place", where: "name", equals: "Delft") { result in
      if fetched.fulfillmentCount == 0 { fetched.fulfill(result) } else { again.fulfill() }
    }
    request.cancel()
    let result = try fetched.wait(timeout: .seconds(5))
    again.wait(timeout: .milliseconds(100))
    XCTAssertThrowsError(try result.get()) { error in
      guard case RecordServiceError.cancelled = error else { return XCTFail("\(error)") }
    }
  }
}
