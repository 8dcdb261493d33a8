import Expectations
import Foundation
import Leftovers
import Testing

import class Expectations.Expectation

@testable import Samples

/// How to test an action that happens after a delay: the test passes the document a clock that it controls. Half a
/// minute takes no time, nothing sleeps, and "not yet" is as certain as "now".
///
///     await clock.waitForSleepers(1)           // the document has begun to wait
///     await clock.advance(by: .seconds(30))      // and half a minute later …
///
/// A sleeper on a clock is a task, which needs a free thread of the concurrency pool. Other tests may keep the pool
/// busy for a while, so all waits here have a long timeout, which none of them uses.
@Suite(.endsAllTasks, .waitTimeout(.seconds(60)))
struct DocumentAutosaveTests {
  let folder: TemporaryFolder
  let files = FaultyFileSystem()
  let queue = DispatchQueue(label: "callbacks")
  let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
  }

  func document(title: String = "1", after quietTime: Duration = .seconds(30)) -> GalleryDocument {
    GalleryDocument(
      fileURL: folder.file("a"), newContent: Gallery(title: title), autosave: .after(quietTime, clock: clock),
      callbackQueue: queue, fileSystem: files)
  }

  func savedTitle() throws -> String {
    try Gallery(data: try #require(folder.content(of: "a"))).title
  }

  /// An expectation that is fulfilled each time the file was replaced and its folder forced to the device.
  func replaced(count: Int = 1) -> Expectation<Void> {
    let replaced = Expectation("file replaced", count: count)
    let isRenamed = Guarded(false)
    files.onCall = { call in
      if call == .rename { _ = isRenamed.swap(true) }
      // Closing the folder is the last call of a save.
      if call == .close, isRenamed.swap(false) { replaced.fulfill() }
    }
    return replaced
  }

  // MARK: Time of the save

  @Test func edit_thenHalfAMinuteOfQuiet_saved() async throws {
    let document = document()
    let replaced = replaced()
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(29))
    #expect(folder.content(of: "a") == nil)
    await clock.advance(by: .seconds(1))
    await replaced.wait()
    #expect(try savedTitle() == "2")
    try await document.close()
  }

  /// Each edit restarts the quiet time: after 20 s, 20 s, and 20 s there were no 30 s without an edit.
  @Test func edits_oneAfterTheOther_savedOnceAfterTheLast() async throws {
    let document = document()
    let replaced = replaced()
    for title in ["2", "3", "4"] {
      try document.edit { $0.title = title }
      await clock.waitForSleepers(1)
      await clock.advance(by: .seconds(20))
      #expect(folder.content(of: "a") == nil)
    }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(10))
    await replaced.wait()
    #expect(try savedTitle() == "4")
    try await document.close()
    #expect(files.calls.filter { $0 == .rename }.count == 1, "\(files)")
  }

  /// An hour without an edit: nothing is saved again, and nothing waits.
  @Test func saved_thenQuiet_notSavedAgain() async throws {
    let document = document()
    let replaced = replaced()
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    await replaced.wait()
    // A save requested now comes after the earlier one, so the earlier one has ended.
    files.onCall = nil
    try await document.save()
    await clock.advance(by: .seconds(3600))
    try await document.close()
    #expect(files.calls.filter { $0 == .rename }.count == 2, "\(files)")
  }

  @Test func open_thenQuiet_nothingWritten() async throws {
    try folder.write(try Gallery(title: "1").data(), to: "a")
    let document = GalleryDocument(
      fileURL: folder.file("a"), newContent: nil, autosave: .after(.seconds(30), clock: clock), callbackQueue: queue,
      fileSystem: files)
    try await document.open()
    await clock.advance(by: .seconds(3600))
    try await document.close()
    #expect(!files.calls.contains(.createFile), "\(files)")
  }

  /// The edit comes during the first autosave. Half a minute later, autosave saves it as well.
  @Test func edit_duringAutosave_savedByTheNext() async throws {
    let document = document()
    let writing = Expectation("autosave under way")
    let proceed = Expectation("autosave may go on")
    files.hold(.synchronize, reached: writing, until: proceed)
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    await writing.wait()
    try document.edit { $0.title = "3" }
    await clock.waitForSleepers(1)
    let replaced = replaced(count: 2)
    proceed.fulfill()
    await clock.advance(by: .seconds(30))
    await replaced.wait()
    #expect(try savedTitle() == "3")
    try await document.close()
  }

  // MARK: Failure

  /// The disk is full: the document reports it, keeps the edit, and tries again after the same time.
  @Test func autosave_fails_triedAgain() async throws {
    let document = document()
    files.fail(.createFile, with: ENOSPC)
    let failed = Expectation("file could not be created")
    files.onCall = { if $0 == .createFile { failed.fulfill() } }
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    await failed.wait()
    // The document sleeps again only after it has handled the failure.
    await clock.waitForSleepers(1)
    #expect(document.state == .savingError)
    #expect(document.lastSaveError?.reason == .diskFull)
    let replaced = replaced()
    await clock.advance(by: .seconds(30))
    await replaced.wait()
    #expect(try savedTitle() == "2")
    try await document.close()
    #expect(document.lastSaveError == nil)
  }

  /// Another program changed the file: the document leaves it alone, now and later.
  @Test func autosave_changedUnderneath_conflict_notTriedAgain() async throws {
    let document = document()
    try await document.save()
    try folder.replace("a", with: String(decoding: try Gallery(title: "theirs").data(), as: UTF8.self))
    files.reset()
    let looked = Expectation("file looked at", count: 1...)
    files.onCall = { if $0 == .linkStatus { looked.fulfill() } }
    try document.edit { $0.title = "mine" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    await looked.wait()
    // This save comes after the autosave that found the conflict, and ends in the same way.
    await #expect(throws: DocumentError.conflict) { try await document.save() }
    #expect(document.state == .inConflict)
    try document.edit { $0.title = "mine again" }
    await clock.advance(by: .seconds(3600))
    await #expect(throws: DocumentError.conflict) { try await document.close() }
    #expect(try savedTitle() == "theirs")
    try await document.save(overwriting: true)
  }

  // MARK: After close

  @Test func close_beforeTheTime_nothingAfterwards() async throws {
    let document = document()
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    try await document.close()
    #expect(clock.sleepers.isEmpty, "\(clock)")
    let calls = files.calls.count
    await clock.advance(by: .seconds(3600))
    #expect(files.calls.count == calls, "\(files)")
    #expect(try savedTitle() == "2")
  }

  /// The document closes and the quiet time ends at the same moment, a hundred times: the document is saved and closed,
  /// and nothing happens afterward.
  @Test func close_atTheTime_savedAndNothingAfterwards() async throws {
    for _ in 0..<100 {
      let document = document()
      try document.edit { $0.title = "2" }
      await clock.waitForSleepers(1)
      async let advanced: Void = clock.advance(by: .seconds(30))
      let closed = Expectation("document closed")
      document.close(completion: closed.resultHandler())
      await closed.wait()
      await advanced
      #expect(document.state == .closed)
      #expect(try savedTitle() == "2")
      let calls = files.calls.count
      await clock.advance(by: .seconds(3600))
      #expect(files.calls.count == calls)
      try FileManager.default.removeItem(at: folder.file("a"))
    }
  }

  /// A released document saves nothing by itself, and its timer is released with it.
  @Test func released_nothingAfterwards() async throws {
    do {
      let document = document()
      try document.edit { $0.title = "2" }
      await clock.waitForSleepers(1)
    }
    #expect(clock.sleepers.isEmpty, "\(clock)")
    await clock.advance(by: .seconds(3600))
    #expect(files.calls.isEmpty, "\(files)")
  }

  @Test func revert_beforeTheTime_nothingToSave() async throws {
    let document = document()
    try await document.save()
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    try await document.revert()
    await clock.advance(by: .seconds(3600))
    try await document.close()
    #expect(try savedTitle() == "1")
    #expect(files.calls.filter { $0 == .rename }.count == 1, "\(files)")
  }

  // MARK: Extreme times

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func noQuietTime_savedAtOnce(quietTime: Duration) async throws {
    let document = document(after: quietTime)
    let replaced = replaced()
    try document.edit { $0.title = "2" }
    await replaced.wait()
    #expect(try savedTitle() == "2")
    try await document.close()
  }

  @Test func endlessQuietTime_savedByClosing() async throws {
    let document = document(after: .seconds(Int64.max))
    try document.edit { $0.title = "2" }
    try await document.close()
    #expect(try savedTitle() == "2")
  }

  /// The clock that an app uses: only this test takes real time.
  @Test func edit_continuousClock_saved() async throws {
    let document = GalleryDocument(
      fileURL: folder.file("a"), newContent: Gallery(title: "1"), autosave: .after(.milliseconds(20)),
      callbackQueue: queue, fileSystem: files)
    let replaced = replaced()
    try document.edit { $0.title = "2" }
    await replaced.wait()
    #expect(try savedTitle() == "2")
    try await document.close()
  }
}
