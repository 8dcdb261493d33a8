import Expectations
import Observation
import Testing

import class Expectations.Expectation

/// The snippets about conditions and time, as they stand in the documentation.
@Suite struct ConditionDocumentationTests {
  @MainActor @Observable final class Model {
    var badge = 0
    var photos: [String] = []
    var showsError = false
  }

  private struct Index {
    func validate() throws {}
  }

  private actor Queue {
    var isEmpty: Bool { true }
  }

  /// Saves itself after a quiet time.
  @MainActor @Observable final class Document {
    private(set) var isSaved = false
    private let delay: Duration
    private let clock: any Clock<Duration>
    private var saving: Task<Void, any Error>?

    init(autosaveAfter delay: Duration, clock: any Clock<Duration>) {
      self.delay = delay
      self.clock = clock
    }

    func edit(_ text: String) {
      saving?.cancel()
      saving = Task {
        try await clock.sleep(for: delay)
        isSaved = true
      }
    }
  }

  @MainActor @Test func conditions() async throws {
    let (model, index, queue) = (Model(), Index(), Queue())
    let album = model
    Task {
      model.badge = 3
      model.photos = ["beach"]
    }
    try await eventually("badge shows 3") { model.badge == 3 }
    let photo = try await eventually("photo loaded") { album.photos.first }
    try await eventually("the index is complete") { try index.validate() }
    try await eventually("badge", equals: 3) { model.badge }
    try await eventually("queue is empty") { await queue.isEmpty }
    #expect(photo == "beach")
  }

  @Test func options() async throws {
    try await eventually(
      "settled",
      options: [.notBefore(.milliseconds(0)), .stable(for: .milliseconds(10)), .backingOff(upTo: .seconds(1))]
    ) { true }
  }

  @MainActor @Test func windows() async {
    let (view, saved) = (Model(), Expectation("saved"))
    saved.fulfill()
    await always("connected", for: .milliseconds(20)) { view.badge == 0 }
    await never("error shown", for: .milliseconds(200), until: saved) { view.showsError }
    let failed = Expectation("failed", count: 0)
    await failed.wait(until: saved)
  }

  @MainActor @Test func autosave() async throws {
    let clock = ManualClock()
    let document = Document(autosaveAfter: .seconds(30), clock: clock)
    document.edit("text")
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(30))
    try await eventually("saved") { document.isSaved }
  }

  @Test func ticks() async throws {
    let clock = ManualClock()
    let ticks = Recorder<Int>("ticks")
    let ticker = Task {
      for tick in 1...3 {
        try await clock.sleep(for: .seconds(1))
        ticks.record(tick)
      }
    }
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(3))
    #expect(try await ticks.next(3) == [1, 2, 3])
    try await ticker.value
  }
}
