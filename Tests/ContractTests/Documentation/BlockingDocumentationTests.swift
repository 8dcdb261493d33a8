// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Expectations
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

/// The snippets in the documentation that block.
@Suite(.ownThreads) struct BlockingDocumentationTests {
  private enum Event: Equatable {
    case started
    case progress(Double)
  }

  private struct Record {}

  private struct Storage {
    func remove(_ file: String, completion: @escaping @Sendable ((any Error)?) -> Void) {
      DispatchQueue.global().async { completion(URLError(.fileDoesNotExist)) }
    }
  }

  @Test func several() throws {
    let (saved, fetched) = (Expectation("saved", of: Bool.self), Expectation("fetched", of: [Record].self))
    saved.fulfill(true)
    fetched.fulfill([Record()])
    wait(for: [saved, fetched], timeout: .seconds(5), enforceOrder: true)
    let (document, records) = try values(of: saved, fetched, timeout: .seconds(5))
    #expect(document && records.count == 1)
  }

  @Test func firstOfSeveral() {
    let (hit, miss) = (Expectation("hit"), Expectation("miss"))
    miss.fulfill()
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    switch wait(forAnyOf: [hit, miss], timeout: .seconds(5)) {
    case 0: print("from the cache")
    default: print("from the network")
    }
    #expect(lines == ["from the network"])
  }

  @Test func withoutFailing() {
    let (saved, fetched) = (Expectation("saved"), Expectation("fetched"))
    let report = report(of: [saved, fetched], timeout: .milliseconds(200))
    #expect(report.outcome == .timedOut)
  }

  @Test func valuesOfAList() throws {
    struct Upload {
      let received = Expectation("photo received", of: String.self)
    }
    let uploads = [Upload(), Upload()]
    for upload in uploads { upload.received.fulfill("photo") }
    let photos = try values(of: uploads.map(\.received), timeout: .seconds(5))
    #expect(photos == ["photo", "photo"])
  }

  @Test func expectedValue() throws {
    let badge = Expectation("badge", of: Int.self)
    badge.fulfill(3)
    try badge.wait(equals: 3, timeout: .seconds(5))
  }

  @Test func expectedError() throws {
    let (storage, missingFile) = (Storage(), "/missing")
    let removed = Expectation("file removed")
    storage.remove(missingFile, completion: removed.errorHandler)
    let error = try removed.failure(timeout: .seconds(5))
    #expect((error as? URLError)?.code == .fileDoesNotExist)
  }

  @Test func expectedEvents() throws {
    let events = Recorder<Event>("download")
    events.record(.started)
    events.record(.progress(0.5))
    try events.expectNext(.started, .progress(0.5))
  }
}
