import Expectations
import Foundation
import Leftovers
import TestSupport
import Testing

@testable import Samples

/// How to test an HTTP service in Swift Testing, with a real server on the loopback interface.
@Suite(.endsAllTasks) struct RecordServiceTests {
  static let delft = #"{"results":[{"objectId":"a1","name":"Delft"}]}"#

  let queue = DispatchQueue(label: "callbacks")
  let server: LoopbackServer

  init() throws { server = try LoopbackServer(.json(Self.delft)) }

  func service(deadline: Duration = .seconds(60)) -> RecordService {
    RecordService(base: server.url, deadline: deadline, callbackQueue: queue)
  }

  @Test func records_found_delivered() async throws {
    let fetched = Expectation("records fetched", of: [Record].self)
    service().records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let records = try await fetched.wait(timeout: .seconds(5))
    #expect(records == [Record(id: "a1", fields: ["name": "Delft"])])
  }

  /// The `async` form needs no expectation, but the server's view does.
  @Test func records_request_isEscaped() async throws {
    let requested = Expectation("request received", of: LoopbackRequest.self)
    server.onRequest = requested.handler
    let service = RecordService(base: server.url.appendingPathComponent("api v1"))
    let records = try await service.records(of: "A/b c?", where: "a\"&=+", equals: "1+1 = 2 & é")
    #expect(records.count == 1)
    let request = try await requested.wait(timeout: .seconds(5))
    #expect(request.method == "GET")
    #expect(request.path == "/api v1/classes/A/b c?")
    #expect(request.query == ["where": #"{"a\"&=+":"1+1 = 2 & é"}"#])
  }

  @Test func save_new_createdWithItsIdentifier() async throws {
    server.answer(.json(#"{"objectId":"a1","createdAt":"now"}"#, status: 201))
    let saved = Expectation("record saved", of: Record.self)
    service().save(["name": "Delft"], in: "Place", completion: saved.resultHandler())
    #expect(
      try await saved.wait(timeout: .seconds(5)) == Record(id: "a1", fields: ["name": "Delft", "createdAt": "now"]))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.path == "/classes/Place")
    #expect(request.headers["content-type"] == "application/json")
    #expect(try JSONValue(json: request.body) == ["name": "Delft"])
  }

  @Test func save_known_updated() async throws {
    server.answer(.json(#"{"updatedAt":"now"}"#))
    let record = try await service().save(["visited": true], in: "Place", id: "a/1")
    #expect(record == Record(id: "a/1", fields: ["visited": true, "updatedAt": "now"]))
    #expect(server.requests.map(\.method) == ["PUT"])
    #expect(server.requests.map(\.path) == ["/classes/Place/a/1"])
  }

  @Test func records_serverFault_typedErrorWithItsBody() async throws {
    server.answer(.http(500, body: Data("down".utf8)))
    let fetched = Expectation("records fetched", of: [Record].self)
    service().records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let error = await #expect(throws: ServiceError.self) { try await fetched.wait(timeout: .seconds(5)) }
    guard case .badStatus(code: 500, Data("down".utf8)) = error else { throw try #require(error) }
  }

  @Test func delete_unknown_notFound() async throws {
    server.answer(.http(404))
    let deleted = Expectation("delete answered", of: Result<Void, ServiceError>.self)
    service().delete(id: "a1", in: "Place", completion: deleted.handler)
    #expect(try await deleted.wait(timeout: .seconds(5)).name == "badStatus 404 0")
    #expect(server.requests.map(\.method) == ["DELETE"])
  }

  /// The service's deadline must end the request in time; the timeout of the wait defines "in time".
  @Test(.realTime, arguments: [LoopbackAnswer.silence, .json(delft, cutTo: 20, endingWith: .hang)])
  func records_noEnd_deadlineIsKept(answer: LoopbackAnswer) async throws {
    server.answer(answer)
    let start = ContinuousClock.now
    let fetched = Expectation("records fetched", of: [Record].self)
    service(deadline: .milliseconds(200))
      .records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    let report = await report(of: [fetched], timeout: .milliseconds(700))
    #expect(ContinuousClock.now - start >= .milliseconds(200))
    #expect(report.outcome == .threw, "\(report)")
    guard case .timedOut(after: .milliseconds(200)) = report.error as? ServiceError else {
      throw try #require(report.error)
    }
  }

  /// The server delays its response: the request must arrive before the records can.
  @Test func records_requestThenAnswer_inThatOrder() async throws {
    let proceed = Expectation("server may answer")
    server.answer(.json(Self.delft).held(until: proceed))
    let requested = Expectation("request received", of: LoopbackRequest.self)
    let fetched = Expectation("records fetched", of: [Record].self)
    server.onRequest = { request in
      requested.fulfill(request)
      proceed.fulfill()
    }
    service().records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    await wait(for: [requested, fetched], timeout: .seconds(5), enforceOrder: true)
    #expect(requested.values.map(\.path) == ["/classes/Place"])
  }

  /// `count: 0`: a request that was canceled before it was sent must not reach the server.
  @Test func records_cancelledBefore_nothingSent() async throws {
    let requested = Expectation("request received", of: LoopbackRequest.self, count: 0)
    server.onRequest = requested.handler
    let service = service()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await service.records(of: "Place", where: "name", equals: "Delft")
    }
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    guard case .cancelled = error else { throw try #require(error) }
    await wait(for: [requested], timeout: .milliseconds(100))
  }

  /// The request has no sensible URL, so nothing is sent.
  @Test(arguments: ["", ".", ".."]) func records_badClass_invalidRequest(className: String) async throws {
    let error = await #expect(throws: ServiceError.self) {
      try await service().records(of: className, where: "name", equals: "Delft")
    }
    #expect(error?.name == "invalidRequest")
    #expect(server.requests.isEmpty)
  }
}
