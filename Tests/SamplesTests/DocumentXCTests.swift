import Expectations
import Foundation
import XCTest

@testable import Samples

/// How to test a document in XCTest. Synchronous tests run on the main thread. Their waits service the main queue, on
/// which the document calls its completion handlers.
final class DocumentXCTests: XCTestCase {
  /// The wait returns the value from the callback, which came on the main thread.
  func testOpen_saved_deliversTheContentOnTheMainThread() throws {
    let folder = try TemporaryFolder()
    try folder.replace(withTitle: "Summer")
    let document = GalleryDocument(fileURL: folder.file("a"))
    let opened = Expectation("document opened", of: String?.self)
    document.open { result in
      XCTAssertTrue(Thread.isMainThread)
      opened.fulfill(with: result.map { document.content?.title })
    }
    XCTAssertEqual(try opened.wait(timeout: .seconds(5)), "Summer")
  }

  @MainActor func testSave_onTheMainActor_servesItMeanwhile() throws {
    let folder = try TemporaryFolder()
    let document = folder.document(new: "Summer", callbackQueue: .main)
    let saved = Expectation("document saved")
    let redrawn = Expectation("view redrawn")
    Task { @MainActor in
      document.save(completion: saved.resultHandler())
      redrawn.fulfill()
    }
    wait(for: [redrawn, saved], timeout: .seconds(5), enforceOrder: true)
    XCTAssertEqual(try folder.title(), "Summer")
  }

  /// `wait` of an expectation with a value throws the error from the callback.
  func testOpen_missing_notFound() throws {
    let folder = try TemporaryFolder()
    let document = folder.document(callbackQueue: .main)
    let opened = Expectation("document opened", of: String?.self)
    document.open { opened.fulfill(with: $0.map { document.content?.title }) }
    XCTAssertThrowsError(try opened.wait(timeout: .seconds(5))) { error in
      let missing = FileError(step: .open, code: ENOENT, path: folder.file("a").path)
      XCTAssertEqual(error as? DocumentError, .unreadable(missing))
    }
  }

  /// A URL of another scheme names no file.
  func testOpen_webPage_invalidPath() async throws {
    let document = GalleryDocument(fileURL: try XCTUnwrap(URL(string: "https://example.org/etc/hosts")))
    let opened = Expectation("document opened", of: Result<Void, DocumentError>.self)
    document.open(completion: opened.handler)
    let result = try await opened.wait(timeout: .seconds(5))
    XCTAssertThrowsError(try result.get()) { error in
      XCTAssertEqual(error as? DocumentError, .unreadable(FileError(step: .examine, code: EINVAL, path: "")))
    }
  }

  func testSave_ofTwoDocuments_doNotWaitForEachOther() throws {
    let folder = try TemporaryFolder()
    let (writing, proceed) = folder.steps.hold(.synchronize)
    let (slow, quick) = (Expectation("slow document saved"), Expectation("quick document saved"))
    folder.document("slow", new: "s", callbackQueue: .main).save(completion: slow.resultHandler())
    writing.wait(timeout: .seconds(5))
    folder.document("quick", new: "q", callbackQueue: .main).save(completion: quick.resultHandler())
    XCTAssertEqual(wait(forAnyOf: [slow, quick], timeout: .seconds(5)), 1)
    XCTAssertNil(folder.content(of: "slow"))
    proceed.fulfill()
    slow.wait(timeout: .seconds(5))
    XCTAssertEqual(try folder.title(of: "slow"), "s")
  }

  /// The test controls the document's clock: half a minute takes no time.
  func testEdit_thenHalfAMinuteOfQuiet_saved() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let document = folder.document(new: "1", autosaveAfter: .seconds(30), clock: clock)
    let replaced = Expectation("file replaced")
    folder.steps.onStep = { if $0 == .rename { replaced.fulfill() } }
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(29))
    XCTAssertEqual(replaced.fulfillmentCount, 0)
    await clock.advance(by: .seconds(1))
    await replaced.wait(timeout: .seconds(5))
    try await document.close()
    XCTAssertEqual(try folder.title(), "2")
  }
}
