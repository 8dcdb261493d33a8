// [documented] The page for coding agents shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Expectations
import Exploration
import Foundation
import Leftovers
import Testing

import class Expectations.Expectation

private struct Document {
  func save(_ completion: @escaping @Sendable (Bool) -> Void) { DispatchQueue.global().async { completion(true) } }
}

private struct Storage {
  func remove(_ file: String, completion: @escaping @Sendable ((any Error)?) -> Void) { Task { completion(nil) } }
}

private struct Download {
  enum Event {
    case started
    case saved
  }

  let events: AsyncStream<Event>
  private let input: AsyncStream<Event>.Continuation

  init() { (events, input) = AsyncStream.makeStream(of: Event.self) }

  func start() {
    DispatchQueue.global().async {
      input.yield(.started)
      input.yield(.saved)
      input.finish()
    }
  }
}

private actor Autosave {
  private(set) var saves = 0

  init(clock: any Clock<Duration>) {
    Task { [weak self] in
      try await clock.sleep(for: .seconds(30))
      await self?.save()
    }
  }

  private func save() { saves += 1 }
}

private struct PhotoManager {
  func upload(_ photo: String) async throws -> String { "\(photo) uploaded" }
}

private final class Model: Sendable {
  let badge = 3
}

@Suite(.endsAllTasks) struct AutosaveTests {
  private let document = Document()

  @Test func savesTheDocument() async throws {
    let saved = Expectation("document saved", of: Bool.self)
    document.save { saved.fulfill($0) }
    let isSaved = try await saved.wait()
    #expect(isSaved)
  }

  @Test func savesAfterHalfAMinute() async throws {
    let clock = ManualClock()
    let autosave = Autosave(clock: clock)
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    try await eventually("saved once", equals: 1) { await autosave.saves }
  }
}

@Suite struct ForCodingAgentsTests {
  private let download = Download()

  @Test func downloads() async throws {
    let events = Recorder(download.events)
    download.start()
    try await events.expectNext(.started, .saved)
    try await events.finish()
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func otherLines() async throws {
    let (model, manager, photo, storage, file) = (Model(), PhotoManager(), "beach", Storage(), "notes")
    try await eventually("badge shows 3") { model.badge == 3 }
    let receipt = try await within(.seconds(5)) { try await manager.upload(photo) }
    #expect(receipt == "beach uploaded")
    let saved = Expectation("document saved")
    let removed = Expectation("file removed")
    let failed = Expectation("save failed", count: 0)
    Document().save { _ in saved.fulfill() }
    storage.remove(file, completion: removed.errorHandler)
    await wait(for: [saved, removed])
    await failed.expectNone(for: .zero)
    let progress = Recorder<Double>("progress")
    progress.record(0.5)
    #expect(try await progress.next() == 0.5)
    let events = Recorder(download.events)
    await events.expectNone(for: .milliseconds(100))
    await expectReleased("the model") {
      Model()
    }
    await explore {
      await Task {}.value
    }
  }

  /// Each line of code that the table recommends stands in this file.
  @Test func table_showsCompiledCode() throws {
    let here = URL(fileURLWithPath: #filePath)
    let package = here.deletingLastPathComponent().appendingPathComponent("../..").standardized
    let page = package.appendingPathComponent("Sources/Expectations/Expectations.docc/ForCodingAgents.md")
    let code = try String(contentsOf: here, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
    let shown = rows.flatMap { row in
      row.components(separatedBy: " | ").dropFirst().flatMap { $0.matches(of: #/`([^`]+)`/#).map { String($0.1) } }
    }
    let names = ["Expectation", "Exploration", "Leftovers"]
    #expect(shown.count > 10)
    #expect(shown.filter { !names.contains($0) && !code.contains($0) } == [])
  }
}
