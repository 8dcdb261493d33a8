import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// How to test that a request ends when nobody wants its answer anymore, and that it ends once.
@Suite(.endsAllTasks) struct RecordServiceCancelTests {
  let queue = DispatchQueue(label: "callbacks")
  let server: LoopbackServer

  init() throws { server = try LoopbackServer(.json(RecordServiceTests.delft)) }

  func service() -> RecordService { RecordService(base: server.url, callbackQueue: queue) }

  @Test func records_taskCancelledDuring_endsAtOnce_connectionToo() async throws {
    server.answer(.silence)
    let requested = Expectation("request received", of: LoopbackRequest.self)
    server.onRequest = requested.handler
    let service = service()
    // The task needs a free thread of the concurrency pool, which other tests may keep busy for a while.
    let task = Task { try await service.records(of: "Place", where: "name", equals: "Delft") }
    try await requested.wait(timeout: .seconds(30))
    task.cancel()
    let error = await #expect(throws: ServiceError.self) { try await task.value }
    guard case .cancelled = error else { throw try #require(error) }
    try await eventually("connection ended", timeout: .seconds(30)) { server.openConnections == 0 }
  }

  /// The task is canceled before it has the handle of its request, which is canceled nevertheless.
  @Test func answer_cancelledWhileTheRequestBegins_requestIsCancelled() async throws {
    let task = Task {
      try await answer { (deliver: @escaping @Sendable (Result<Void, ServiceError>) -> Void) in
        withUnsafeCurrentTask { $0?.cancel() }
        return RequestHandle { deliver(.failure(.cancelled)) }
      }
    }
    let result = try await within(.seconds(30)) { await task.result }
    #expect(throws: ServiceError.self) { try result.get() }
  }

  @Test func records_cancelledAfterTheAnswer_nothingMoreComes() async throws {
    let fetched = Expectation("records fetched", of: [Record].self)
    let request = service().records(of: "Place", where: "name", equals: "Delft", completion: fetched.resultHandler())
    #expect(try await fetched.wait(timeout: .seconds(5)).count == 1)
    request.cancel()
    // Runs after all remaining callbacks of the service.
    queue.sync {}
    #expect(fetched.fulfillmentCount == 1)
  }

  @Test func records_cancelledAtOnce_manyTimes() async throws {
    let service = service()
    let ended = Expectation("requests ended", of: Result<[Record], ServiceError>.self, count: 200)
    for index in 0..<200 {
      let request = service.records(of: "Place", where: "name", equals: "Delft", completion: ended.handler)
      if index % 2 == 0 { request.cancel() } else { DispatchQueue.global().async { request.cancel() } }
    }
    try await ended.wait(timeout: .seconds(15))
    #expect(Set(ended.values.map(\.name)).subtracting(["ok"]) == ["cancelled"])
    // The service still works.
    #expect(try await service.records(of: "Place", where: "name", equals: "Delft").count == 1)
  }
}
