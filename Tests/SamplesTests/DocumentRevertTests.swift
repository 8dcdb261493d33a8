import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// Reverting to the content of the file, and continuing with another file.
@Suite(.endsAllTasks) struct DocumentRevertTests {
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

  // MARK: Revert

  @Test func revert_edited_contentOfTheFile() async throws {
    let document = document(new: Gallery(title: "saved"))
    try await document.save()
    try document.edit { $0.title = "edited" }
    let reverted = Expectation("document reverted", of: String?.self)
    document.revert { reverted.fulfill(with: $0.map { document.content?.title }) }
    #expect(try await reverted.wait(timeout: .seconds(5)) == "saved")
    #expect(!document.hasUnsavedChanges)
  }

  /// `hold` stops the read halfway. An edit at that time would be lost, so it is refused.
  @Test func revert_underWay_editingDisabled() async throws {
    let document = document(new: Gallery(title: "saved"))
    try await document.save()
    let reading = Expectation("revert under way")
    let proceed = Expectation("revert may go on")
    files.hold(.read, reached: reading, until: proceed)
    let reverted = Expectation("reverts answered", count: 2)
    document.revert(completion: reverted.resultHandler())
    await reading.wait(timeout: .seconds(5))
    #expect(document.state == .editingDisabled)
    #expect(throws: DocumentError.notOpen(.editingDisabled)) { try document.edit { $0.title = "lost" } }
    document.revert(completion: reverted.resultHandler())
    proceed.fulfill()
    await reverted.wait(timeout: .seconds(5))
    #expect(document.state == .normal)
    try document.edit { $0.title = "new" }
    try await document.close()
    #expect(try savedTitle() == "new")
  }

  /// A revert does not undo requests made before it.
  @Test func revert_afterSave_savesFirst() async throws {
    let document = document(new: Gallery(title: "1"))
    let saved = Expectation("document saved")
    let reverted = Expectation("document reverted")
    document.save(completion: saved.resultHandler())
    document.revert(completion: reverted.resultHandler())
    await wait(for: [saved, reverted], timeout: .seconds(5), enforceOrder: true)
    #expect(document.content?.title == "1")
  }

  @Test(arguments: [true, false])
  func revert_unreadable_keepsTheEdits(isMissing: Bool) async throws {
    let document = document(new: Gallery(title: "1"))
    try await document.save()
    try document.edit { $0.title = "2" }
    if isMissing {
      try FileManager.default.removeItem(at: folder.file("a"))
    } else {
      try folder.write("no gallery", to: "a")
    }
    let error = await #expect(throws: DocumentError.self) { try await document.revert() }
    if isMissing { #expect(error?.reason == .notFound) }
    #expect(document.content?.title == "2")
    #expect(document.hasUnsavedChanges)
    try document.edit { $0.title = "3" }
    try await document.save(overwriting: true)
    #expect(try savedTitle() == "3")
  }

  @Test func revert_closedOrClosing_notOpen() async throws {
    let document = document(new: Gallery(title: "1"))
    let writing = Expectation("flush under way")
    let proceed = Expectation("flush may go on")
    files.hold(.synchronize, reached: writing, until: proceed)
    let closed = Expectation("document closed")
    document.close(completion: closed.resultHandler())
    await writing.wait(timeout: .seconds(5))
    await #expect(throws: DocumentError.notOpen(.closing)) { try await document.revert() }
    proceed.fulfill()
    await closed.wait(timeout: .seconds(5))
    await #expect(throws: DocumentError.notOpen(.closed)) { try await document.revert() }
    #expect(try savedTitle() == "1")
  }

  // MARK: Save as

  @Test func saveTo_new_goesOnThere() async throws {
    let document = document(new: Gallery(title: "1"))
    try await document.save()
    try document.edit { $0.title = "2" }
    try await document.save(to: folder.file("b"))
    #expect(document.fileURL == folder.file("b"))
    #expect(!document.hasUnsavedChanges)
    try document.edit { $0.title = "3" }
    try await document.close()
    #expect(try savedTitle("a") == "1")
    #expect(try savedTitle("b") == "3")
    #expect(try folder.names() == ["a", "b"])
  }

  @Test func saveTo_existing_leftAloneUnlessOverwriting() async throws {
    try folder.write("another program's", to: "b")
    let document = document(new: Gallery(title: "1"))
    let error = await #expect(throws: DocumentError.self) { try await document.save(to: folder.file("b")) }
    #expect(error?.reason == .exists)
    #expect(document.fileURL == folder.file("a"))
    #expect(document.state == .normal)
    #expect(document.hasUnsavedChanges)
    #expect(folder.content(of: "b") == Data("another program's".utf8))
    try await document.save(to: folder.file("b"), overwriting: true)
    #expect(try savedTitle("b") == "1")
    #expect(folder.content(of: "a") == nil)
  }

  @Test func saveTo_duringSave_afterIt() async throws {
    let document = document(new: Gallery(title: "1"))
    let writing = Expectation("save under way")
    let proceed = Expectation("save may go on")
    files.hold(.synchronize, reached: writing, until: proceed)
    let saved = Expectation("document saved")
    let savedAs = Expectation("document saved as b")
    let closed = Expectation("document closed")
    document.save(completion: saved.resultHandler())
    await writing.wait(timeout: .seconds(5))
    document.save(to: folder.file("b"), completion: savedAs.resultHandler())
    document.close(completion: closed.resultHandler())
    proceed.fulfill()
    await wait(for: [saved, savedAs, closed], timeout: .seconds(5), enforceOrder: true)
    #expect(try folder.names() == ["a", "b"])
  }
}
