import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// A document whose file another program changes: what the document notices, what it keeps, and how the conflict ends.
/// Each way out is shown once with a completion handler and once with `await`.
@Suite(.endsAllTasks) struct DocumentConflictTests {
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

  func theirs(_ title: String = "theirs") throws -> String {
    String(decoding: try Gallery(title: title).data(), as: UTF8.self)
  }

  /// A saved document with an edit, in conflict with a change by another program.
  func documentInConflict() async throws -> GalleryDocument {
    let document = document(new: Gallery(title: "old"))
    try await document.save()
    try document.edit { $0.title = "mine" }
    try folder.replace("a", with: try theirs())
    await #expect(throws: DocumentError.conflict) { try await document.save() }
    return document
  }

  // MARK: Detection

  @Test func save_changedUnderneath_conflict_nothingOverwritten() async throws {
    let document = document(new: Gallery(title: "old"))
    try await document.save()
    try document.edit { $0.title = "mine" }
    try folder.replace("a", with: try theirs())
    let saved = Expectation("save answered", of: Result<Void, DocumentError>.self)
    document.save(completion: saved.handler)
    let result = try await saved.wait(timeout: .seconds(5))
    #expect(throws: DocumentError.conflict) { try result.get() }
    #expect(document.state == .inConflict)
    #expect(document.content?.title == "mine")
    #expect(document.hasUnsavedChanges)
    #expect(try savedTitle() == "theirs")
    #expect(try folder.names() == ["a"])
  }

  @Test func open_thenChangedUnderneath_conflict() async throws {
    try folder.write(try theirs("first"), to: "a")
    let document = document()
    try await document.open()
    try document.edit { $0.title = "mine" }
    try folder.append("\n", to: "a")
    await #expect(throws: DocumentError.conflict) { try await document.save() }
    #expect(try savedTitle() == "first")
  }

  /// A second attempt finds the same conflict, and closing does not lose the edit.
  @Test func close_inConflict_staysOpen() async throws {
    let document = try await documentInConflict()
    await #expect(throws: DocumentError.conflict) { try await document.close() }
    #expect(document.state == .inConflict)
    try document.edit { $0.title += "!" }
    await #expect(throws: DocumentError.conflict) { try await document.save() }
    #expect(document.content?.title == "mine!")
    #expect(try savedTitle() == "theirs")
  }

  /// The other program saves while this document's save is under way: `hold` stops the save at that point.
  @Test func save_changedHalfWay_conflict() async throws {
    let document = document(new: Gallery(title: "old"))
    try await document.save()
    try document.edit { $0.title = "mine" }
    let writing = Expectation("save under way")
    let proceed = Expectation("save may go on")
    files.hold(.synchronize, reached: writing, until: proceed)
    let saved = Expectation("save answered", of: Result<Void, DocumentError>.self)
    document.save(completion: saved.handler)
    await writing.wait(timeout: .seconds(5))
    try folder.replace("a", with: try theirs())
    proceed.fulfill()
    let result = try await saved.wait(timeout: .seconds(5))
    #expect(throws: DocumentError.conflict) { try result.get() }
    #expect(try savedTitle() == "theirs")
  }

  /// Two documents use one file in one program: the second save fails with a conflict.
  @Test func twoDocuments_ofOneFile_secondIsToldOfTheFirst() async throws {
    try folder.write(try theirs("old"), to: "a")
    let (first, second) = (document(), document())
    try await first.open()
    try await second.open()
    try first.edit { $0.title = "first" }
    try second.edit { $0.title = "second" }
    try await first.save()
    await #expect(throws: DocumentError.conflict) { try await second.save() }
    #expect(try savedTitle() == "first")
  }

  // MARK: Resolution

  @Test func revert_inConflict_takesTheirs() async throws {
    let document = try await documentInConflict()
    let reverted = Expectation("document reverted")
    document.revert(completion: reverted.resultHandler())
    await reverted.wait(timeout: .seconds(5))
    #expect(document.content?.title == "theirs")
    #expect(document.state == .normal)
    #expect(!document.hasUnsavedChanges)
    try document.edit { $0.title = "both" }
    try await document.close()
    #expect(try savedTitle() == "both")
  }

  @Test func saveOverwriting_inConflict_keepsMine() async throws {
    let document = try await documentInConflict()
    try await document.save(overwriting: true)
    #expect(document.state == .normal)
    #expect(try savedTitle() == "mine")
    try document.edit { $0.title = "mine again" }
    try await document.save()
  }

  @Test func saveTo_inConflict_keepsBoth() async throws {
    let document = try await documentInConflict()
    let saved = Expectation("document saved as b")
    document.save(to: folder.file("b"), completion: saved.resultHandler())
    await saved.wait(timeout: .seconds(5))
    #expect(document.state == .normal)
    #expect(document.fileURL == folder.file("b"))
    #expect(try savedTitle("a") == "theirs")
    #expect(try savedTitle("b") == "mine")
  }
}
