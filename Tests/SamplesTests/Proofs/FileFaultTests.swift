import Expectations
import Foundation
import Leftovers
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Samples

/// Every point at which a save can fail: each call to the file system, with each of its possible errors, and a loss of
/// power after each call. In every case the file is completely old or completely new, the call completes once, and the
/// next save works. `swift test --filter FileFaultTests` prints the count. At the small size, each call fails with one
/// error, and a device that happened to keep the names is tried once.
@Suite(.endsAllTasks, .ownThreads) struct FileFaultTests {
  typealias Answer = Result<Void, DocumentError>

  let folder: TemporaryFolder
  let files = FaultyFileSystem()
  let queue = DispatchQueue(label: "callbacks")

  init() throws {
    folder = try TemporaryFolder()
  }

  func document(_ gallery: Gallery? = nil, owner: TemporaryOwner = .unique()) -> GalleryDocument {
    GalleryDocument(
      fileURL: folder.file("a"), newContent: gallery, callbackQueue: queue, fileSystem: files, owner: owner)
  }

  /// The title of the gallery in the file; nil if there is no file. A damaged file throws.
  func savedTitle() throws -> String? {
    try folder.content(of: "a").map { try Gallery(data: $0).title }
  }

  /// A document that is about to save "new" over "old", or as a new file.
  func documentToSave(hasOld: Bool, owner: TemporaryOwner = .unique()) async throws -> GalleryDocument {
    for name in try folder.names() { try FileManager.default.removeItem(at: folder.file(name)) }
    guard hasOld else { return document(Gallery(title: "new"), owner: owner) }
    try folder.write(try Gallery(title: "old").data(), to: "a", permissions: 0o640)
    let document = document(owner: owner)
    try await document.open()
    try document.edit { $0.title = "new" }
    return document
  }

  func save(_ document: GalleryDocument) async throws -> (answer: Answer, completions: Expectation<Answer>) {
    let saved = Expectation("save answered", of: Answer.self, count: 1...)
    document.save(completion: saved.handler)
    return (try await saved.wait(timeout: .seconds(10)), saved)
  }

  // MARK: Errors

  @Test func save_anyCallFails_oldOrNewWhole_completesOnce_nextSaveWorks() async throws {
    let errors = [ENOSPC, EIO, EACCES, EDQUOT, EMFILE, EROFS]
    var points = 0
    let rounds = ProofSize.of(small: 1, full: errors.count)
    for (round, hasOld) in (0..<rounds).flatMap({ round in [true, false].map { (round, $0) } }) {
      var n = 0
      repeat {
        n += 1
        let code = errors[(round + n) % errors.count]
        let document = try await documentToSave(hasOld: hasOld)
        files.reset()
        files.fail(at: n, with: code)
        let (answer, completions) = try await save(document)
        try check(answer, document, code: code, hasOld: hasOld)
        let wasHit = files.firedFaults > 0
        files.reset()
        try document.edit { $0.title = "newer" }
        try await document.close()
        #expect(try savedTitle() == "newer", "\(files)")
        #expect(try folder.names() == ["a"], "\(files)")
        #expect(completions.fulfillmentCount == 1)
        if !wasHit { break }
        points += 1
      } while true
    }
    ProofSize.print(
      "File faults, \(ProofSize.name): \(points) points where a call fails, each with one completion and a whole file")
    #expect(points >= 28 * rounds)
  }

  private func check(_ answer: Answer, _ document: GalleryDocument, code: Int32, hasOld: Bool) throws {
    let old = hasOld ? "old" : nil
    switch answer {
    case .success:
      #expect(try savedTitle() == "new", "\(files)")
      #expect(!document.hasUnsavedChanges)
      if hasOld { #expect(try folder.permissions(of: "a") == 0o640) }
    case .failure(.unwritable(let error)):
      #expect(error.code == code)
      #expect(try savedTitle() == (error.operation == .synchronizeFolder ? "new" : old), "\(files)")
      #expect(document.state == .savingError)
      #expect(document.hasUnsavedChanges)
      #expect(document.lastSaveError == .unwritable(error))
    case .failure(let error):
      throw error
    }
    #expect(try !folder.names().contains { $0.hasPrefix(".") }, "\(files)")
  }

  // MARK: Loss of power

  /// The log of operations is cut after each of them, and the device keeps what was forced to it. In one run everything
  /// else is lost; in another run the device happened to keep the new names.
  @Test func save_powerLostAfterAnyCall_oldOrNewWhole_thenReclaimed() async throws {
    let dead = TemporaryOwner(process: getpid(), token: "earlier", writer: 1)
    var (points, old, new) = (0, 0, 0)
    let devices = [(false, true), (false, false), (true, true), (true, false)]
    for (keepsNames, hasOld) in devices.prefix(ProofSize.of(small: 3, full: 4)) {
      var n = 0
      var wasHit = true
      while wasHit {
        n += 1
        let document = try await documentToSave(hasOld: hasOld, owner: dead)
        files.reset()
        files.cutPower(at: n)
        let (answer, completions) = try await save(document)
        wasHit = files.firedFaults > 0
        files.losePower(keepsNames: keepsNames)
        let title = try savedTitle()
        #expect([hasOld ? "old" : nil, "new"].contains(title), "\(files)")
        // A save that was answered stays.
        if case .success = answer { #expect(title == "new", "\(files)") }
        #expect(completions.fulfillmentCount == 1)
        if title == "new" { new += 1 } else { old += 1 }
        points += 1
        try await checkAfterRestart(expected: title)
      }
    }
    ProofSize.print(
      "File faults, \(ProofSize.name): power lost at \(points) points, \(old) times the old file, \(new) times the new,",
      "0 torn")
    #expect(points >= ProofSize.of(small: 42, full: 56))
    #expect(old > 0 && new > 0)
  }

  /// The program starts again: once the document is open, the leftovers of the previous process are gone, and
  /// everything works.
  private func checkAfterRestart(expected title: String?) async throws {
    files.reset()
    let document = document(title == nil ? Gallery(title: "newer") : nil)
    if title != nil {
      try await document.open()
      #expect(try folder.names() == ["a"], "\(files)")
      #expect(document.content?.title == title)
      try document.edit { $0.title = "newer" }
    }
    try await document.close()
    #expect(try savedTitle() == "newer")
    #expect(try folder.names() == ["a"], "\(files)")
  }
}
