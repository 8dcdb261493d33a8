// [documented]
import Testing
import XCTest

@testable import Expectations

/// The examples in the documentation comments of waits for a list, and of the blocking forms.
private final class Upload: Sendable {
  let finished = Expectation("finished")
}

private final class Mirror: Sendable {
  let answered = Expectation("answered")
}

private func finishedUploads() -> [Upload] {
  let uploads = [Upload(), Upload()]
  for upload in uploads { upload.finished.fulfill() }
  return uploads
}

private func answeredMirrors() -> [Mirror] {
  let mirrors = [Mirror(), Mirror()]
  mirrors[1].answered.fulfill()
  return mirrors
}

@Suite struct SeveralDocumentationTests {
  @Test func list_ofUploads_isWaitedFor() async {
    let uploads = finishedUploads()
    do {
      await wait(for: uploads.map(\.finished), timeout: .seconds(5))
      let report = await report(of: uploads.map(\.finished), timeout: .seconds(5))
      #expect(report.outcome == .completed)
    }
    blocking {
      wait(for: uploads.map(\.finished), timeout: .seconds(5))
      let report = report(of: uploads.map(\.finished), timeout: .seconds(5))
      #expect(report.outcome == .completed)
    }
  }

  @Test func firstMirror_isNamed() async {
    let mirrors = answeredMirrors()
    do {
      let first = await wait(forAnyOf: mirrors.map(\.answered), timeout: .seconds(5))
      #expect(first == 1)
    }
    blocking {
      let first = wait(forAnyOf: mirrors.map(\.answered), timeout: .seconds(5))
      #expect(first == 1)
    }
  }
}

final class SeveralDocumentationXCTests: XCTestCase {
  func testLists_ofUploadsAndMirrors() {
    let (uploads, mirrors) = (finishedUploads(), answeredMirrors())
    wait(for: uploads.map(\.finished), timeout: .seconds(5))
    let report = report(of: uploads.map(\.finished), timeout: .seconds(5))
    let first = wait(forAnyOf: mirrors.map(\.answered), timeout: .seconds(5))
    XCTAssertEqual(report.outcome, .completed)
    XCTAssertEqual(first, 1)
  }

  func testLists_ofUploadsAndMirrors_suspending() async {
    let (uploads, mirrors) = (finishedUploads(), answeredMirrors())
    await wait(for: uploads.map(\.finished), timeout: .seconds(5))
    let report = await report(of: uploads.map(\.finished), timeout: .seconds(5))
    let first = await wait(forAnyOf: mirrors.map(\.answered), timeout: .seconds(5))
    XCTAssertEqual(report.outcome, .completed)
    XCTAssertEqual(first, 1)
  }
}

// MARK: Conditions and time

private final class Connection: Sendable {
  var isOpen: Bool { true }
}

private actor AsyncConnection {
  var isOpen: Bool { true }
}

private final class ErrorView: Sendable {
  var showsError: Bool { false }
}

private actor AsyncErrorView {
  var showsError: Bool { false }
}

private struct SearchIndex {
  func validate() throws {}
}

private struct BadgeModel {
  let badge = 3
}

@Suite struct OtherFormsDocumentationTests {
  @Test func goals_awaited() async {
    let (connection, view) = (AsyncConnection(), AsyncErrorView())
    await always("connected", for: .milliseconds(200)) { await connection.isOpen }
    await never("error shown", for: .milliseconds(200)) { await view.showsError }
  }

  @Test func goals_blocking() throws {
    let (connection, view, index, model) = (Connection(), ErrorView(), SearchIndex(), BadgeModel())
    try blocking {
      always("connected", for: .milliseconds(200)) { connection.isOpen }
      never("error shown", for: .milliseconds(200)) { view.showsError }
      try eventually(succeeds: "the index is complete") { try index.validate() }
      try eventually("badge", equals: 3) { model.badge }
    }
  }

  private enum Event: Equatable {
    case progress(Int)
  }

  @Test func expectedEvents_fromAList() async throws {
    let (events, steps) = (Recorder<Event>("events"), [1, 2])
    for step in steps + steps { events.record(.progress(step)) }
    try await events.expectNext(steps.map(Event.progress))
    try blocking {
      try events.expectNext(steps.map(Event.progress))
    }
  }
}

/// It shows that the alias compiles in a file that imports Swift Testing. `TypeAliasTests` of the consumer package uses
/// it.
private enum FileThatImportsTesting {
  @Suite struct DocumentTests {
    let saved: AsyncExpectation<Bool> = Expectation("document saved", of: Bool.self)
  }
}
