import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// Records that are sorted, limited, saved, deleted, and changed in batches: the requests, their results, and the
/// retries.
@Suite(.endsAllTasks) struct RecordChangeTests {
  let queue = DispatchQueue(label: "callbacks")

  func service(_ server: LoopbackServer, deadline: Duration = .seconds(60)) -> RecordService {
    RecordService(base: server.url, deadline: deadline, callbackQueue: queue)
  }

  func json(_ request: LoopbackRequest?) throws -> JSONValue {
    try JSONValue(text: try #require(request).body)
  }

  // MARK: Queries

  @Test func query_sortedAndLimited_saysSo() async throws {
    let server = try LoopbackServer(.json(#"{"results":[]}"#))
    defer { server.stop() }
    let query = RecordQuery(
      "Place", where: ["visited": false, "country": "NL"], order: [.ascending("name"), .descending("visits")],
      limit: 20, skip: 40)
    #expect(try await service(server).records(matching: query).isEmpty)
    #expect(try await service(server).records(matching: RecordQuery("Place", limit: 0)).isEmpty)
    #expect(
      server.requests.map(\.query) == [
        ["where": #"{"country":"NL","visited":false}"#, "order": "name,-visits", "limit": "20", "skip": "40"],
        ["limit": "0"],
      ])
  }

  @Test(arguments: [
    RecordQuery("Place", limit: -1), RecordQuery("Place", skip: -1), RecordQuery("Place", order: [.ascending("a,b")]),
    RecordQuery("Place", order: [.descending("-a")]), RecordQuery("Place", order: [.ascending("")]), RecordQuery(".."),
  ])
  func query_senseless_nothingSent(query: RecordQuery) async throws {
    let server = try LoopbackServer(.json(#"{"results":[]}"#))
    defer { server.stop() }
    let error = await #expect(throws: RecordServiceError.self) { try await service(server).records(matching: query) }
    guard case .invalidRequest = error else { throw try #require(error) }
    #expect(server.requests.isEmpty)
  }

  // MARK: Changes

  @Test func save_new_createdWithItsIdentifier() async throws {
    let server = try LoopbackServer(.json(#"{"objectId":"a1","createdAt":"now"}"#, status: 201))
    defer { server.stop() }
    let saved = Expectation("record saved", of: Record.self)
    service(server).save(["name": "Delft"], in: "Place", completion: saved.resultHandler())
    #expect(
      try await saved.wait(timeout: .seconds(5)) == Record(id: "a1", fields: ["name": "Delft", "createdAt": "now"]))
    let request = server.requests.first
    #expect(request?.method == "POST")
    #expect(request?.path == "/classes/Place")
    #expect(request?.headers["content-type"] == "application/json")
    #expect(try json(request) == ["name": "Delft"])
  }

  @Test func save_known_updated() async throws {
    let server = try LoopbackServer(.json(#"{"updatedAt":"now"}"#))
    defer { server.stop() }
    let record = try await service(server).save(["visited": true], in: "Place", id: "a/1")
    #expect(record == Record(id: "a/1", fields: ["visited": true, "updatedAt": "now"]))
    #expect(server.requests.map(\.method) == ["PUT"])
    #expect(server.requests.map(\.path) == ["/classes/Place/a/1"])
  }

  @Test(arguments: [LoopbackAnswer.json("{}"), .noContent])
  func delete_known_deleted(answer: LoopbackAnswer) async throws {
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    let deleted = Expectation("record deleted")
    service(server).delete(id: "a1", in: "Place", completion: deleted.resultHandler())
    await deleted.wait(timeout: .seconds(5))
    #expect(server.requests.map(\.method) == ["DELETE"])
  }

  /// The same in a synchronous test. It reads the same in XCTest.
  @Test func delete_unknownInSynchronousTest_notFound() throws {
    let server = try LoopbackServer(.json(#"{"error":"no such record"}"#, status: 404))
    defer { server.stop() }
    let deleted = Expectation("delete answered", of: Result<Void, RecordServiceError>.self)
    service(server).delete(id: "a1", in: "Place", completion: deleted.handler)
    let error = try deleted.wait(timeout: .seconds(5)).failure
    #expect(error?.serverMessage == "no such record")
  }

  @Test(arguments: [
    ("{}", "malformedRecord objectId missing"), ("[]", "malformedRecord  an array instead of an object"),
    (#"{"objectId":1}"#, "malformedRecord objectId an integer instead of a string"), ("", "emptyAnswer 201"),
  ])
  func save_badAnswer_typedError(text: String, expected: String) async throws {
    let server = try LoopbackServer(.json(text, status: 201))
    defer { server.stop() }
    let error = await #expect(throws: RecordServiceError.self) { try await service(server).save([:], in: "Place") }
    #expect(error.map(\.name) == expected)
  }

  // MARK: Batches

  static let operations: [RecordOperation] = [
    .create(in: "Place", fields: ["name": "Delft"]), .update(in: "Place", id: "a2", fields: ["visited": true]),
    .delete(in: "Place", id: "a3"),
  ]

  @Test func batch_someFail_eachIsToldOf() async throws {
    let server = try LoopbackServer(
      .json(#"[{"success":{"objectId":"a1"}},{"error":{"code":101,"error":"not found"}},{"success":{}}]"#))
    defer { server.stop() }
    let results = try await service(server).perform(Self.operations)
    #expect(results.map { try? $0.get() } == [Record(id: "a1", fields: ["name": "Delft"]), nil, .some(nil)])
    guard case .failure(.rejected(code: 101, message: "not found")) = results[1] else {
      Issue.record("\(results[1])")
      return
    }
    let request = server.requests.first
    #expect(request?.method == "POST")
    #expect(request?.path == "/batch")
    #expect(
      try json(request) == [
        "requests": [
          ["method": "POST", "path": "/classes/Place", "body": ["name": "Delft"]],
          ["method": "PUT", "path": "/classes/Place/a2", "body": ["visited": true]],
          ["method": "DELETE", "path": "/classes/Place/a3"],
        ]
      ])
  }

  @Test(arguments: [
    ("[]", "malformedRecord  0 results of 3 operations"), ("{}", "malformedRecord  not an array"),
    ("[1,2,3]", "malformedRecord [0] an integer instead of an object"),
    (#"[{"success":{"objectId":"a"}},{},{}]"#, "malformedRecord [1] neither success nor error"),
    (#"[{"success":{}},{},{}]"#, "malformedRecord [0].success.objectId missing"),
    (#"[{"error":{"code":"x"}},{},{}]"#, "malformedRecord [0].error.code no integer"),
  ])
  func batch_badAnswer_namedByItsPlace(text: String, expected: String) async throws {
    let server = try LoopbackServer(.json(text))
    defer { server.stop() }
    let error = await #expect(throws: RecordServiceError.self) { try await service(server).perform(Self.operations) }
    #expect(error.map(\.name) == expected)
  }

  @Test func batch_empty_nothingSent() async throws {
    let server = try LoopbackServer(.json("[]"))
    defer { server.stop() }
    #expect(try await service(server).perform([]).isEmpty)
    #expect(server.requests.isEmpty)
  }

  // MARK: Retries

  static let down = LoopbackAnswer.http(503)

  @Test(arguments: [
    [LoopbackAnswer.closed], [down], [.closed, down], [.json("{", cutTo: 0, endingWith: .reset), .http(502)],
  ])
  func records_failsInPassing_fetchedByALaterAttempt(faults: [LoopbackAnswer]) async throws {
    let server = try LoopbackServer(inTurn: faults + [.json(#"{"results":[]}"#)])
    defer { server.stop() }
    let fetched = Expectation("records fetched", of: [Record].self)
    service(server).records(matching: RecordQuery("Place"), completion: fetched.resultHandler())
    #expect(try await fetched.wait(timeout: .seconds(10)).isEmpty, "\(server)")
    #expect(server.requests.count == faults.count + 1, "\(server)")
  }

  @Test(arguments: [(LoopbackAnswer.closed, "connectionLost"), (down, "badStatus 503 0 -")])
  func records_keepsFailing_threeRequestsAtMost(answer: LoopbackAnswer, expected: String) async throws {
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    let error = await #expect(throws: RecordServiceError.self) {
      try await service(server).records(matching: RecordQuery("Place"))
    }
    #expect(error.map(\.name) == expected)
    #expect(server.requests.count == 3, "\(server)")
  }

  @Test(arguments: [(-1, 1), (0, 1), (1, 2), (Int.max, 3)])
  func records_keepsFailing_asOftenAsAllowed(retryLimit: Int, requests: Int) async throws {
    let server = try LoopbackServer(Self.down)
    defer { server.stop() }
    let service = RecordService(base: server.url, retryLimit: retryLimit, callbackQueue: queue)
    await #expect(throws: RecordServiceError.self) { try await service.records(matching: RecordQuery("Place")) }
    #expect(server.requests.count == requests, "\(server)")
  }

  /// A request that would only fail again is sent once.
  @Test(arguments: [LoopbackAnswer.http(500), .http(404), .json("nonsense"), .http(429)])
  func records_failsForGood_oneRequest(answer: LoopbackAnswer) async throws {
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    await #expect(throws: RecordServiceError.self) { try await service(server).records(matching: RecordQuery("Place")) }
    #expect(server.requests.count == 1, "\(server)")
  }

  /// The server may have created the record before the connection was lost. A second request could create it twice.
  @Test(arguments: [[RecordOperation.create(in: "Place", fields: [:])], operations])
  func create_connectionLost_neverRepeated(operations: [RecordOperation]) async throws {
    let server = try LoopbackServer(inTurn: [.closed, .json(#"{"objectId":"a1"}"#)])
    defer { server.stop() }
    let error = await #expect(throws: RecordServiceError.self) {
      if operations.count == 1 {
        try await service(server).perform(operations[0])
      } else {
        _ = try await service(server).perform(operations)
      }
    }
    guard case .connectionLost = error else { throw try #require(error) }
    #expect(server.requests.count == 1, "\(server)")
  }

  @Test func changes_idempotent_repeated() async throws {
    let server = try LoopbackServer(inTurn: [.closed, .json("{}"), Self.down, .json(#"[{"success":{}}]"#)])
    defer { server.stop() }
    try await service(server).save(["visited": true], in: "Place", id: "a1")
    try await service(server).perform([.delete(in: "Place", id: "a1")])
    #expect(server.requests.map(\.method) == ["PUT", "PUT", "POST", "POST"], "\(server)")
  }

  /// The first attempt deleted the record, and only its response was lost.
  @Test func delete_notFoundByALaterAttempt_isDeleted() async throws {
    let server = try LoopbackServer(inTurn: [.closed, .http(404)])
    defer { server.stop() }
    try await service(server).delete(id: "a1", in: "Place")
    #expect(server.requests.count == 2)
  }

  /// The pauses are 0.1 s and 0.2 s. There is no time for the second one, so the failure is reported at once.
  @Test func records_noTimeForAnotherAttempt_lastFailure() async throws {
    let server = try LoopbackServer(Self.down)
    defer { server.stop() }
    let error = await #expect(throws: RecordServiceError.self) {
      try await service(server, deadline: .milliseconds(250)).records(matching: RecordQuery("Place"))
    }
    // On a busy computer, the second attempt itself may come too late.
    #expect(["badStatus 503 0 -", "timedOut"].contains(error.map(\.name)))
    #expect(server.requests.count <= 2, "\(server)")
  }
}
