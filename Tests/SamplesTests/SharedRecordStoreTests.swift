import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// How to test code that uses a shared service, in Swift Testing: a spy replaces the service for one test, each of its
/// calls fulfills an expectation, and the replacement ends by itself.
@Suite(.endsAllTasks) struct SharedRecordStoreTests {
  let delft = Place(title: "Oude Kerk", place: "Delft", latitude: 52.0126, longitude: 4.3556)
  let spy = RecordStoreSpy()

  @Test func visit_unknownPlace_created() async throws {
    let created = spy.expects("place created") { if case .save = $0 { true } else { false } }
    SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft) { _ in } }
    let fields: [String: JSONValue] = [
      "title": "Oude Kerk", "place": "Delft", "latitude": 52.0126, "longitude": 4.3556, "visited": true,
    ]
    #expect(try await created.wait(timeout: .seconds(5)) == .save(fields, in: "Place", id: nil))
  }

  /// The same in a synchronous test. This `wait` blocks its thread of the concurrency pool.
  @Test func visit_knownPlaceInSynchronousTest_updated() throws {
    spy.answersQueries(with: .success([Record(id: "a1", fields: ["title": "Oude Kerk", "visited": false])]))
    let updated = spy.expects("place updated") { if case .save = $0 { true } else { false } }
    SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft) { _ in } }
    #expect(try updated.wait(timeout: .seconds(5)) == .save(["visited": true], in: "Place", id: "a1"))
  }

  /// `count: 0`: a change during this time would be a failure, and the expectation lasts as long as the test.
  @Test func visit_queryFails_nothingSaved_errorPassedOn() async throws {
    spy.answersQueries(with: .failure(.timedOut(after: .seconds(1))))
    let changed = spy.expects("change", count: 0) { if case .records = $0 { false } else { true } }
    let visited = Expectation("visit answered", of: Record.self)
    SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft, completion: visited.resultHandler()) }
    let error = await #expect(throws: ServiceError.self) { try await visited.wait(timeout: .seconds(5)) }
    guard case .timedOut(after: .seconds(1)) = error else { throw try #require(error) }
    await wait(for: [changed], timeout: .milliseconds(50))
  }

  /// A hundred replacements at once, each with a spy of its own: none sees a call of another. The `async` form needs no
  /// expectation: all calls have been made when it returns.
  @Test func replacements_inParallel_doNotDisturbEachOther() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          let spy = RecordStoreSpy()
          let place = Place(title: "\(number)", place: "", latitude: 0, longitude: 0)
          let record = try await SharedRecordStore.withReplacement(spy) { try await VisitLog().visit(place) }
          #expect(record.id == "new")
          #expect(spy.calls.count == 2)
          #expect(spy.calls.first == .records(of: "Place", where: "title", equals: .string("\(number)")))
        }
      }
      try await group.waitForAll()
    }
  }

  /// With nested replacements, the inner one applies. After both, the earlier store is back, which is none here. A
  /// detached task inherits no replacement.
  @Test func replacement_isRestored_alsoAfterAnError() async {
    let inner = RecordStoreSpy()
    SharedRecordStore.withReplacement(spy) {
      try? SharedRecordStore.withReplacement(inner) {
        #expect(SharedRecordStore.current as? RecordStoreSpy === inner)
        throw CancellationError()
      }
      #expect(SharedRecordStore.current as? RecordStoreSpy === spy)
    }
    let error = await #expect(throws: ServiceError.self) { try await VisitLog().visit(delft) }
    #expect(error?.name == "invalidRequest")
    let isForOthers = await SharedRecordStore.withReplacement(spy) {
      await Task.detached { SharedRecordStore.current is RecordStoreSpy }.value
    }
    #expect(!isForOthers)
  }
}
