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
  let clock = ManualClock()

  init() throws { folder = try TemporaryFolder() }

  func document(after quietTime: Duration = .seconds(30)) -> GalleryDocument {
    folder.document(new: "1", autosaveAfter: quietTime, clock: clock)
  }

  /// An expectation that is fulfilled each time the file was replaced.
  func replaced(count: Int = 1) -> Expectation<Void> {
    let replaced = Expectation("file replaced", count: count)
    // This step comes right after it.
    folder.steps.onStep = { if $0 == .synchronizeFolder { replaced.fulfill() } }
    return replaced
  }

  @Test func edit_thenHalfAMinuteOfQuiet_saved() async throws {
    let document = document()
    let replaced = replaced()
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(29))
    #expect(try folder.title() == nil)
    await clock.advance(by: .seconds(1))
    await replaced.wait()
    #expect(try folder.title() == "2")
    // A save requested now comes after the earlier one, so the earlier one has ended: nothing waits anymore.
    folder.steps.onStep = nil
    try await document.save()
    #expect(clock.sleepers.isEmpty, "\(clock)")
  }

  /// Each edit restarts the quiet time: after 20 s, 20 s, and 20 s there were no 30 s without an edit.
  @Test func edits_oneAfterTheOther_savedOnceAfterTheLast() async throws {
    let document = document()
    let replaced = replaced()
    for title in ["2", "3", "4"] {
      try document.edit { $0.title = title }
      await clock.waitForSleepers(1)
      await clock.advance(by: .seconds(20))
      #expect(try folder.title() == nil)
    }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(10))
    await replaced.wait()
    try await document.close()
    #expect(try folder.title() == "4")
    #expect(folder.steps.taken.filter { $0 == .rename }.count == 1, "\(folder.steps)")
  }

  /// The edit comes during the first autosave. Half a minute later, autosave saves it as well.
  @Test func edit_duringAutosave_savedByTheNext() async throws {
    let document = document()
    let (writing, proceed) = folder.steps.hold(.synchronize)
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
    #expect(try folder.title() == "3")
    try await document.close()
  }

  /// The disk is full: the document reports it, keeps the edit, and tries again after the same time.
  @Test func autosave_fails_triedAgain() async throws {
    let document = document()
    folder.steps.fail(.create, with: ENOSPC)
    let failed = Expectation("file could not be created")
    folder.steps.onStep = { if $0 == .create { failed.fulfill() } }
    try document.edit { $0.title = "2" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    await failed.wait()
    // The document sleeps again only after it has handled the failure.
    await clock.waitForSleepers(1)
    #expect(document.state == .savingError)
    let replaced = replaced()
    await clock.advance(by: .seconds(30))
    await replaced.wait()
    #expect(try folder.title() == "2")
    try await document.close()
    #expect(document.lastSaveError == nil)
  }

  @Test func autosave_changedUnderneath_conflict_notTriedAgain() async throws {
    let document = document()
    try await document.save()
    try folder.replace(withTitle: "theirs")
    let compared = Expectation("file compared")
    folder.steps.onStep = { if $0 == .compare { compared.fulfill() } }
    try document.edit { $0.title = "mine" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    await compared.wait()
    // This save comes after the autosave that found the conflict, and ends in the same way.
    folder.steps.onStep = nil
    await #expect(throws: DocumentError.conflict) { try await document.save() }
    try document.edit { $0.title = "mine again" }
    #expect(clock.sleepers.isEmpty, "\(clock)")
    #expect(try folder.title() == "theirs")
    try await document.save(overwriting: true)
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
      #expect(try folder.title() == "2")
      let steps = folder.steps.taken.count
      #expect(clock.sleepers.isEmpty, "\(clock)")
      await clock.advance(by: .seconds(3600))
      #expect(folder.steps.taken.count == steps)
      try FileManager.default.removeItem(at: folder.file("a"))
    }
  }

  @Test func released_nothingAfterwards() async throws {
    do {
      let document = document()
      try document.edit { $0.title = "2" }
      await clock.waitForSleepers(1)
    }
    #expect(clock.sleepers.isEmpty, "\(clock)")
    #expect(folder.steps.taken.isEmpty, "\(folder.steps)")
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func noQuietTime_savedAtOnce(quietTime: Duration) async throws {
    let document = document(after: quietTime)
    let replaced = replaced()
    try document.edit { $0.title = "2" }
    await replaced.wait()
    #expect(try folder.title() == "2")
    try await document.close()
  }

  @Test func endlessQuietTime_savedByClosing() async throws {
    let document = document(after: .seconds(Int64.max))
    try document.edit { $0.title = "2" }
    try await document.close()
    #expect(try folder.title() == "2")
  }

  /// The clock that an app uses: only this test takes real time.
  @Test func edit_continuousClock_saved() async throws {
    let document = folder.document(new: "1", autosaveAfter: .milliseconds(20))
    let replaced = replaced()
    try document.edit { $0.title = "2" }
    await replaced.wait()
    #expect(try folder.title() == "2")
    try await document.close()
  }
}
