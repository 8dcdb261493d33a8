import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test code that uses a shared service, in XCTest.
final class SharedRecordStoreXCTests: XCTestCase {
  private let delft = Place(title: "Oude Kerk", place: "Delft", latitude: 52.0126, longitude: 4.3556)

  func testVisit_looksThenCreates() throws {
    let spy = RecordStoreSpy()
    let looked = spy.expects("place looked up") { if case .records = $0 { true } else { false } }
    let created = spy.expects("place created") { if case .save(_, _, id: nil) = $0 { true } else { false } }
    let visited = Expectation("visit answered", of: Record.self)
    SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft, completion: visited.resultHandler()) }
    wait(for: [looked, created, visited], timeout: .seconds(5), enforceOrder: true)
    XCTAssertEqual(visited.values.map(\.id), ["new"])
  }

  func testVisit_visitedAlready_nothingSaved() throws {
    let spy = RecordStoreSpy()
    spy.answersQueries(with: .success([Record(id: "a1", fields: ["visited": true])]))
    let changed = spy.expects("change", count: 0) { if case .records = $0 { false } else { true } }
    let visited = Expectation("visit answered", of: Record.self)
    SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft, completion: visited.resultHandler()) }
    XCTAssertEqual(try visited.wait(timeout: .seconds(5)).id, "a1")
    wait(for: [changed], timeout: .milliseconds(50))
  }

  func testVisit_saveFails_errorPassedOn() async throws {
    let spy = RecordStoreSpy()
    spy.failsSaves(with: .badStatus(code: 503, body: Data()))
    let visited = Expectation("visit answered", of: Result<Record, ServiceError>.self)
    SharedRecordStore.withReplacement(spy) { VisitLog().visit(delft, completion: visited.handler) }
    let result = try await visited.wait(timeout: .seconds(5))
    XCTAssertEqual(result.name, "badStatus 503 0")
  }
}
