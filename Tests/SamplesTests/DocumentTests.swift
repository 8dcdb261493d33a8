import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// How to test a document in Swift Testing: completion handlers with expectations, and the `async` forms directly.
@Suite(.endsAllTasks) struct DocumentTests {
  let folder: TemporaryFolder
  let files = FaultyFileSystem()
  let queue = DispatchQueue(label: "callbacks")

  init() throws {
    folder = try TemporaryFolder()
  }

  func document(_ name: String = "a", new gallery: Gallery? = nil) -> GalleryDocument {
    GalleryDocument(fileURL: folder.file(name), newContent: gallery, callbackQueue: queue, fileSystem: files)
  }

  func savedTitle(_ name: String = "a") throws -> String {
    try Gallery(data: try #require(folder.content(of: name))).title
  }

  // MARK: Success

  @Test func save_new_writesTheFile() async throws {
    let document = document(new: Gallery(title: "Summer"))
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    await saved.wait(timeout: .seconds(5))
    #expect(try savedTitle() == "Summer")
    #expect(!document.hasUnsavedChanges)
  }

  /// The same in a synchronous test. This `wait` blocks its thread of the concurrency pool.
  @Test func save_newInSynchronousTest_writesTheFile() throws {
    let document = document(new: Gallery(title: "Summer"))
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    saved.wait(timeout: .seconds(5))
    #expect(try savedTitle() == "Summer")
  }

  /// The wait returns the value from the callback.
  @Test func open_saved_deliversTheContent() async throws {
    try folder.write(try Gallery(title: "Summer").data(), to: "a")
    let document = document()
    let opened = Expectation("document opened", of: String?.self)
    document.open { opened.fulfill(with: $0.map { document.content?.title }) }
    #expect(try await opened.wait(timeout: .seconds(5)) == "Summer")
  }

  /// The `async` forms need no expectation.
  @Test func closeAndOpen_roundTrip() async throws {
    let gallery = Gallery(
      title: "É", pictures: [.init(caption: "sea", image: URL(string: "https://example.org/a.jpg"))])
    let first = document(new: gallery)
    #expect(first.state == .normal)
    try first.edit { $0.title += "t" }
    try await first.close()
    #expect(first.state == .closed)
    #expect(first.content == nil)
    let second = document()
    try await second.open()
    #expect(second.content?.title == "Ét")
    #expect(second.content?.pictures == gallery.pictures)
    #expect(try folder.names() == ["a"])
  }

  // MARK: Failure

  /// `values(of:)` throws the error from the callback, for every type of value. In contrast, `wait` of an expectation
  /// without a value records it as a failure.
  @Test func save_closed_notOpen() async throws {
    let document = document()
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    await #expect(throws: DocumentError.notOpen(.closed)) { try await values(of: saved, timeout: .seconds(5)) }
    #expect(folder.content(of: "a") == nil)
  }

  @Test func save_closedInSynchronousTest_notOpen() {
    let saved = Expectation("document saved")
    document().save(completion: saved.resultHandler())
    #expect(throws: DocumentError.notOpen(.closed)) { try values(of: saved, timeout: .seconds(5)) }
  }

  /// `wait` of an expectation with a value throws it.
  @Test func open_missing_notFound() async throws {
    let document = document()
    let opened = Expectation("document opened", of: String?.self)
    document.open { opened.fulfill(with: $0.map { document.content?.title }) }
    let error = await #expect(throws: DocumentError.self) { try await opened.wait(timeout: .seconds(5)) }
    #expect(error?.reason == .notFound)
    #expect(document.state == .closed)
  }

  /// If both success and failure are of interest, the whole result is the value.
  @Test func close_diskFull_staysOpenAndCanBeClosedAgain() async throws {
    let document = document(new: Gallery(title: "1"))
    files.fail(.createFile, with: ENOSPC)
    let closed = Expectation("close answered", of: Result<Void, DocumentError>.self)
    document.close(completion: closed.handler)
    let result = try await closed.wait(timeout: .seconds(5))
    let error = #expect(throws: DocumentError.self) { try result.get() }
    #expect(error?.reason == .diskFull)
    #expect(document.state == .savingError)
    try document.edit { $0.title = "2" }
    try await document.close()
    #expect(try savedTitle() == "2")
  }

  // MARK: Several at once

  /// `hold` stops the first save halfway, so all later requests come during it.
  @Test func save_duringSave_answeredInOrder_lastContentWins() async throws {
    let document = document(new: Gallery(title: "1"))
    let writing = Expectation("first save under way")
    let proceed = Expectation("first save may go on")
    files.hold(.synchronize, reached: writing, until: proceed)
    let saved = (1...3).map { Expectation("save \($0)") }
    document.save(completion: saved[0].resultHandler())
    await writing.wait(timeout: .seconds(5))
    #expect(document.isSaving)
    try document.edit { $0.title = "2" }
    document.save(completion: saved[1].resultHandler())
    try document.edit { $0.title = "3" }
    document.save(completion: saved[2].resultHandler())
    proceed.fulfill()
    await wait(for: saved, timeout: .seconds(5), enforceOrder: true)
    #expect(try savedTitle() == "3")
    #expect(!document.hasUnsavedChanges)
    #expect(files.calls.filter { $0 == .rename }.count == 2)
  }

  @Test func close_duringSave_flushesThenCloses() async throws {
    let document = document(new: Gallery(title: "1"))
    let writing = Expectation("save under way")
    let proceed = Expectation("save may go on")
    files.hold(.rename, reached: writing, until: proceed)
    let saved = Expectation("document saved")
    let closed = Expectation("document closed")
    document.save(completion: saved.resultHandler())
    await writing.wait(timeout: .seconds(5))
    try document.edit { $0.title = "2" }
    document.close(completion: closed.resultHandler())
    #expect(document.state == .closing)
    #expect(throws: DocumentError.notOpen(.closing)) { try document.edit { $0.title = "3" } }
    proceed.fulfill()
    await wait(for: [saved, closed], timeout: .seconds(5), enforceOrder: true)
    #expect(document.state == .closed)
    #expect(try savedTitle() == "2")
  }

  /// One of two documents is held up: the other is saved first.
  @Test func save_ofTwoDocuments_doNotWaitForEachOther() async throws {
    let writing = Expectation("slow save under way")
    let proceed = Expectation("slow save may go on")
    files.hold(.synchronize, reached: writing, until: proceed)
    let (slow, quick) = (Expectation("slow document saved"), Expectation("quick document saved"))
    document("slow", new: Gallery(title: "s")).save(completion: slow.resultHandler())
    await writing.wait(timeout: .seconds(5))
    document("quick", new: Gallery(title: "q")).save(completion: quick.resultHandler())
    #expect(await wait(forAnyOf: [slow, quick], timeout: .seconds(5)) == 1)
    #expect(try savedTitle("quick") == "q")
    proceed.fulfill()
    await slow.wait(timeout: .seconds(5))
    #expect(try savedTitle("slow") == "s")
  }

  // MARK: Counts

  @Test func edits_savedOneByOne_replaceTheFileEachTime() async throws {
    let document = document(new: Gallery(title: ""))
    let replaced = Expectation("file replaced", of: FaultyFileSystem.Call.self, count: 2...)
    files.onCall = { if $0 == .rename { replaced.fulfill($0) } }
    for title in ["1", "2", "3"] {
      try document.edit { $0.title = title }
      try await document.save()
    }
    try await replaced.wait(timeout: .seconds(5))
    #expect(replaced.fulfillmentCount == 3)
  }

  /// `count: 0`: the wait lasts its whole time. A call to the file system in that time would end it with a failure.
  @Test func closed_nothingTouchesTheFile() async throws {
    let document = document(new: Gallery(title: "1"))
    try await document.close()
    let touched = Expectation("file system called", of: FaultyFileSystem.Call.self, count: 0)
    files.onCall = touched.handler
    #expect(throws: DocumentError.notOpen(.closed)) { try document.edit { $0.title = "2" } }
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    await #expect(throws: DocumentError.notOpen(.closed)) { try await values(of: saved, timeout: .seconds(5)) }
    await wait(for: [touched], timeout: .milliseconds(100))
    #expect(try savedTitle() == "1")
  }

  /// A second completion would be a failure: for `again` within its time, for `saved` as long as it exists.
  @Test func save_completesOnce() async throws {
    let saved = Expectation("document saved")
    let again = Expectation("document saved again", count: 0)
    document(new: Gallery(title: "1")).save { _ in
      if saved.fulfillmentCount == 0 { saved.fulfill() } else { again.fulfill() }
    }
    await saved.wait(timeout: .seconds(5))
    await again.wait(timeout: .milliseconds(100))
  }

  // MARK: Outcomes without failures

  /// `report(of:)` returns how a wait ended and records no failure, so a test can expect that an event has *not*
  /// happened.
  @Test func save_isNotAnsweredBeforeTheFileIsThere() async throws {
    let document = document(new: Gallery(title: "1"))
    let writing = Expectation("save under way")
    let proceed = Expectation("save may go on")
    files.hold(.rename, reached: writing, until: proceed)
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    await writing.wait(timeout: .seconds(5))
    #expect(await report(of: [saved], timeout: .zero).outcome == .timedOut)
    #expect(folder.content(of: "a") == nil)
    proceed.fulfill()
    let report = await report(of: [saved], timeout: .seconds(5))
    #expect(report.isSuccess)
    #expect(report.expectations.first?.fulfillments.first?.thread == "queue \"callbacks\"")
    #expect(try savedTitle() == "1")
  }
}
