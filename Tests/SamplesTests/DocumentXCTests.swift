import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test a document in XCTest. Synchronous tests run on the main thread. Their waits service the main queue, on
/// which the document calls its completion handlers.
final class DocumentXCTests: XCTestCase {
  private func document(_ name: String = "a", in folder: TemporaryFolder, title: String) -> GalleryDocument {
    GalleryDocument(fileURL: folder.file(name), newContent: Gallery(title: title))
  }

  private func savedTitle(_ name: String = "a", in folder: TemporaryFolder) throws -> String {
    try Gallery(data: try XCTUnwrap(folder.content(of: name))).title
  }

  // MARK: Success

  func testSave_new_writesTheFile() throws {
    let folder = try TemporaryFolder()
    let document = document(in: folder, title: "Summer")
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    saved.wait(timeout: .seconds(5))
    XCTAssertEqual(try savedTitle(in: folder), "Summer")
    XCTAssertFalse(document.hasUnsavedChanges)
  }

  /// The wait returns the value from the callback, which came on the main thread.
  func testOpen_saved_deliversTheContentOnTheMainThread() throws {
    let folder = try TemporaryFolder()
    try folder.write(try Gallery(title: "Summer").data(), to: "a")
    let document = GalleryDocument(fileURL: folder.file("a"))
    let opened = Expectation("document opened", of: String?.self)
    document.open { result in
      XCTAssertTrue(Thread.isMainThread)
      opened.fulfill(with: result.map { document.content?.title })
    }
    XCTAssertEqual(try opened.wait(timeout: .seconds(5)), "Summer")
  }

  /// The same in an `async` test: this wait suspends.
  func testSave_inAsyncTest_writesTheFile() async throws {
    let folder = try TemporaryFolder()
    let document = document(in: folder, title: "Summer")
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    await saved.wait(timeout: .seconds(5))
    XCTAssertEqual(try savedTitle(in: folder), "Summer")
  }

  /// The `async` forms need no expectation.
  func testCloseAndOpen_roundTrip() async throws {
    let folder = try TemporaryFolder()
    let first = document(in: folder, title: "Summer")
    try await first.close()
    let second = GalleryDocument(fileURL: folder.file("a"))
    try await second.open()
    XCTAssertEqual(second.content, Gallery(title: "Summer"))
  }

  @MainActor func testSave_onTheMainActor_servesItMeanwhile() throws {
    let folder = try TemporaryFolder()
    let document = document(in: folder, title: "Summer")
    let saved = Expectation("document saved")
    let redrawn = Expectation("view redrawn")
    Task { @MainActor in
      document.save(completion: saved.resultHandler())
      redrawn.fulfill()
    }
    wait(for: [redrawn, saved], timeout: .seconds(5), enforceOrder: true)
    XCTAssertEqual(try savedTitle(in: folder), "Summer")
  }

  // MARK: Failure

  /// `values(of:)` throws the error from the callback, for every type of value.
  func testSave_closed_notOpen() throws {
    let folder = try TemporaryFolder()
    let saved = Expectation("document saved")
    GalleryDocument(fileURL: folder.file("a")).save(completion: saved.resultHandler())
    XCTAssertThrowsError(try values(of: saved, timeout: .seconds(5))) { error in
      XCTAssertEqual(error as? DocumentError, .notOpen(.closed))
    }
    XCTAssertNil(folder.content(of: "a"))
  }

  func testOpen_missing_notFound() throws {
    let folder = try TemporaryFolder()
    let document = GalleryDocument(fileURL: folder.file("a"))
    let opened = Expectation("document opened", of: String?.self)
    document.open { opened.fulfill(with: $0.map { document.content?.title }) }
    XCTAssertThrowsError(try opened.wait(timeout: .seconds(5))) { error in
      XCTAssertEqual((error as? DocumentError)?.reason, .notFound)
    }
  }

  func testOpen_missingInAsyncTest_notFound() async throws {
    let folder = try TemporaryFolder()
    let opened = Expectation("document opened", of: Result<Void, DocumentError>.self)
    GalleryDocument(fileURL: folder.file("a")).open(completion: opened.handler)
    let result = try await opened.wait(timeout: .seconds(5))
    XCTAssertThrowsError(try result.get()) { error in
      XCTAssertEqual((error as? DocumentError)?.reason, .notFound)
    }
  }

  // MARK: Several at once

  func testSaveThenClose_answeredInOrder() throws {
    let folder = try TemporaryFolder()
    let document = document(in: folder, title: "1")
    let saved = Expectation("document saved")
    let closed = Expectation("document closed")
    document.save(completion: saved.resultHandler())
    try document.edit { $0.title = "2" }
    document.close(completion: closed.resultHandler())
    wait(for: [saved, closed], timeout: .seconds(5), enforceOrder: true)
    XCTAssertEqual(document.state, .closed)
    XCTAssertEqual(try savedTitle(in: folder), "2")
  }

  /// One of two documents is held up: the other is saved first.
  func testSave_ofTwoDocuments_doNotWaitForEachOther() throws {
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    let writing = Expectation("slow save under way")
    let proceed = Expectation("slow save may go on")
    files.hold(.synchronize, reached: writing, until: proceed)
    let slowDocument = GalleryDocument(
      fileURL: folder.file("slow"), newContent: Gallery(title: "s"), fileSystem: files)
    let (slow, quick) = (Expectation("slow document saved"), Expectation("quick document saved"))
    slowDocument.save(completion: slow.resultHandler())
    writing.wait(timeout: .seconds(5))
    document("quick", in: folder, title: "q").save(completion: quick.resultHandler())
    XCTAssertEqual(wait(forAnyOf: [slow, quick], timeout: .seconds(5)), 1)
    XCTAssertNil(folder.content(of: "slow"))
    proceed.fulfill()
    slow.wait(timeout: .seconds(5))
    XCTAssertEqual(try savedTitle("slow", in: folder), "s")
  }

  // MARK: Counts

  func testSaves_ofEachEdit_replaceTheFileEachTime() throws {
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    let document = GalleryDocument(fileURL: folder.file("a"), newContent: Gallery(title: ""), fileSystem: files)
    let replaced = Expectation("file replaced", of: FaultyFileSystem.Call.self, count: 2...)
    files.onCall = { if $0 == .rename { replaced.fulfill($0) } }
    for title in ["1", "2", "3"] {
      try document.edit { $0.title = title }
      let saved = Expectation("\"\(title)\" saved")
      document.save(completion: saved.resultHandler())
      saved.wait(timeout: .seconds(5))
    }
    try replaced.wait(timeout: .seconds(5))
    XCTAssertEqual(replaced.fulfillmentCount, 3)
  }

  /// `count: 0`: the wait lasts its whole time. A call to the file system in that time would end it with a failure.
  func testClosed_nothingTouchesTheFile() throws {
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    let document = GalleryDocument(fileURL: folder.file("a"), newContent: Gallery(title: "1"), fileSystem: files)
    let closed = Expectation("document closed")
    document.close(completion: closed.resultHandler())
    closed.wait(timeout: .seconds(5))
    let touched = Expectation("file system called", of: FaultyFileSystem.Call.self, count: 0)
    files.onCall = touched.handler
    XCTAssertThrowsError(try document.edit { $0.title = "2" })
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    XCTAssertThrowsError(try values(of: saved, timeout: .seconds(5)))
    wait(for: [touched], timeout: .milliseconds(100))
    XCTAssertEqual(try savedTitle(in: folder), "1")
  }

  // MARK: Delayed actions

  /// The test controls the document's clock: half a minute takes no time.
  func testEdit_thenHalfAMinuteOfQuiet_saved() async throws {
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    let clock = ManualClock()
    let document = GalleryDocument(
      fileURL: folder.file("a"), newContent: Gallery(title: "1"), autosave: .after(.seconds(30), clock: clock),
      fileSystem: files)
    let replaced = Expectation("file replaced")
    files.onCall = { if $0 == .rename { replaced.fulfill() } }
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(29))
    XCTAssertEqual(replaced.fulfillmentCount, 0)
    await clock.advance(by: .seconds(1))
    await replaced.wait(timeout: .seconds(5))
    let closed = Expectation("document closed")
    document.close(completion: closed.resultHandler())
    await closed.wait(timeout: .seconds(5))
    XCTAssertEqual(try savedTitle(in: folder), "2")
  }

  // MARK: Outcomes without failures

  func testSave_outcomeTellsWhereTheAnswerCame() throws {
    let folder = try TemporaryFolder()
    let saved = Expectation("document saved")
    document(in: folder, title: "1").save(completion: saved.resultHandler())
    XCTAssertEqual(report(of: [saved], timeout: .zero).outcome, .timedOut)
    let report = report(of: [saved], timeout: .seconds(5))
    XCTAssertTrue(report.isSuccess)
    XCTAssertEqual(report.expectations.first?.fulfillments.first?.thread, "main")
  }
}
