import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// How to test a document in Swift Testing: completion handlers with expectations, and the `async` forms directly.
@Suite(.endsAllTasks) struct DocumentTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func save_new_writesTheFile() async throws {
    let document = folder.document(new: "Summer")
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    await saved.wait(timeout: .seconds(5))
    #expect(try folder.title() == "Summer")
    #expect(!document.hasUnsavedChanges)
  }

  /// The `async` forms need no expectation.
  @Test func closeAndOpen_roundTrip() async throws {
    let pictures = [Gallery.Picture(caption: "sea", image: URL(string: "https://example.org/a.jpg"))]
    let first = folder.document(new: "É")
    #expect(first.state == .normal)
    try first.edit { ($0.title, $0.pictures) = ($0.title + "t", pictures) }
    try await first.close()
    #expect(first.state == .closed)
    #expect(first.content == nil)
    let second = folder.document()
    try await second.open()
    #expect(second.content == Gallery(title: "Ét", pictures: pictures))
    #expect(try folder.names() == ["a"])
  }

  /// If both success and failure are of interest, the whole result is the value.
  @Test func close_diskFull_staysOpenAndCanBeClosedAgain() async throws {
    let document = folder.document(new: "1")
    folder.steps.fail(.create, with: ENOSPC)
    let closed = Expectation("close answered", of: Result<Void, DocumentError>.self)
    document.close(completion: closed.handler)
    let result = try await closed.wait(timeout: .seconds(5))
    let full = DocumentError.unwritable(FileError(step: .create, code: ENOSPC, path: folder.file("a").path))
    #expect(throws: full) { try result.get() }
    #expect(document.state == .savingError)
    #expect(document.lastSaveError == full)
    try document.edit { $0.title = "2" }
    try await document.close()
    #expect(try folder.title() == "2")
  }

  /// Contents that a file can hold instead of a gallery, each with its error.
  @Test(
    arguments: [
      ("hello", .malformed(path: "", reason: "The given data was not valid JSON.")),
      (#"{"format":"gallery","version":2,"content":[]}"#, .newerFormat(found: 2, supported: 1)),
      (#"{"format":"sheet","version":1}"#, .wrongFormat(found: "sheet", expected: "gallery")),
      (#"{"format":"gallery","version":1}"#, .malformed(path: "content", reason: "missing")),
      (
        #"{"format":"gallery","version":1,"content":{"title":"","pictures":[{"id":1}]}}"#,
        .malformed(path: "content.pictures[0].id", reason: "not of type String")
      ),
    ] as [(String, DocumentContentError)])
  func open_noGallery_typedError_fileUntouched(text: String, expected: DocumentContentError) async throws {
    try folder.write(text, to: "a")
    let document = folder.document()
    await #expect(throws: DocumentError.invalidContent(expected)) { try await document.open() }
    #expect(document.state == .closed)
    #expect(folder.content(of: "a") == Data(text.utf8))
  }

  /// `hold` stops the first save halfway, so all later requests come during it.
  @Test func save_duringSave_answeredInOrder_lastContentWins() async throws {
    let document = folder.document(new: "1")
    let (writing, proceed) = folder.steps.hold(.synchronize)
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
    #expect(try folder.title() == "3")
    #expect(!document.hasUnsavedChanges)
    #expect(folder.steps.taken.filter { $0 == .rename }.count == 2)
  }

  @Test func close_duringSave_flushesThenCloses() async throws {
    let document = folder.document(new: "1")
    let (writing, proceed) = folder.steps.hold(.rename)
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
    #expect(try folder.title() == "2")
  }

  @Test func save_fromManyThreads_everyCallCompletesOnce() async throws {
    let document = folder.document(new: "")
    let completed = Expectation("saves completed", count: 400)
    DispatchQueue.concurrentPerform(iterations: 400) { _ in
      _ = try? document.edit { $0.title += "x" }
      document.save(completion: completed.resultHandler())
    }
    await completed.wait(timeout: .seconds(60))
    #expect(try folder.title()?.count == 400)
    #expect(!document.hasUnsavedChanges)
  }

  /// The test keeps no reference to the document: each call still runs and is answered once.
  @Test(arguments: ["open", "save", "close"])
  func call_released_carriedOutAndAnsweredOnce(call: String) async throws {
    try folder.replace(withTitle: "there")
    let answered = Expectation("\(call) answered")
    switch call {
    case "open": folder.document().open(completion: answered.resultHandler())
    case "save": folder.document(new: call).save(completion: answered.resultHandler())
    default: folder.document(new: call).close(completion: answered.resultHandler())
    }
    await answered.wait(timeout: .seconds(5))
    #expect(try folder.title() == (call == "open" ? "there" : call))
  }

  /// `count: 0`: the wait lasts its whole time. A step on the file in that time would end it with a failure.
  @Test func closed_nothingTouchesTheFile() async throws {
    let document = folder.document(new: "1")
    try await document.close()
    let touched = Expectation("file touched", of: FileStep.self, count: 0)
    folder.steps.onStep = touched.handler
    #expect(throws: DocumentError.notOpen(.closed)) { try document.edit { $0.title = "2" } }
    await #expect(throws: DocumentError.notOpen(.closed)) { try await document.save() }
    await wait(for: [touched], timeout: .milliseconds(100))
    #expect(try folder.title() == "1")
  }

  /// `report(of:)` returns how a wait ended and records no failure, so a test can expect that an event has *not*
  /// happened.
  @Test func save_isNotAnsweredBeforeTheFileIsThere() async throws {
    let document = folder.document(new: "1")
    let (writing, proceed) = folder.steps.hold(.rename)
    let saved = Expectation("document saved")
    document.save(completion: saved.resultHandler())
    await writing.wait(timeout: .seconds(5))
    #expect(await report(of: [saved], timeout: .zero).outcome == .timedOut)
    #expect(folder.content(of: "a") == nil)
    proceed.fulfill()
    let report = await report(of: [saved], timeout: .seconds(5))
    #expect(report.isSuccess)
    #expect(report.expectations.first?.fulfillments.first?.thread == "queue \"callbacks\"")
    #expect(try folder.title() == "1")
  }
}
