import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

/// A document whose file another program changes: nobody's changes are lost unless the caller says so.
@Suite(.endsAllTasks) struct DocumentConflictTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func save_changedUnderneath_conflict_untilOverwriting() async throws {
    let document = folder.document(new: "old")
    try await document.save()
    try document.edit { $0.title = "mine" }
    try folder.replace(withTitle: "theirs")
    let saved = Expectation("save answered", of: Result<Void, DocumentError>.self)
    document.save(completion: saved.handler)
    let result = try await saved.wait(timeout: .seconds(5))
    #expect(throws: DocumentError.conflict) { try result.get() }
    // A second attempt finds the same conflict, and closing does not lose the edit.
    await #expect(throws: DocumentError.conflict) { try await document.close() }
    #expect(document.state == .savingError)
    #expect(document.hasUnsavedChanges)
    #expect(try folder.title() == "theirs")
    #expect(try folder.names() == ["a"])
    try await document.save(overwriting: true)
    #expect(document.state == .normal)
    try document.edit { $0.title = "mine again" }
    try await document.close()
    #expect(try folder.title() == "mine again")
  }

  @Test func twoDocuments_ofOneFile_secondIsToldOfTheFirst() async throws {
    try folder.replace(withTitle: "old")
    let (first, second) = (folder.document(), folder.document())
    try await first.open()
    try await second.open()
    try first.edit { $0.title = "first" }
    try second.edit { $0.title = "second" }
    try await first.save()
    await #expect(throws: DocumentError.conflict) { try await second.save() }
    #expect(try folder.title() == "first")
  }
}
