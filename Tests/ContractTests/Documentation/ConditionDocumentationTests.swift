// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Expectations
import Observation
import Testing

import class Expectations.Expectation

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

  private struct Connection {
    let isOpen = true
  }

  private struct Upload {
    let isRejected = false
    let isDone = true
  }

  /// A meter that becomes quiet after some evaluations. No test can know when a period counts as quiet.
  private final class Meter {
    private var looks = 0
    var isQuiet: Bool {
      looks += 1
      return looks > 6
    }
  }

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
    try await eventually(succeeds: "the index is complete") { try index.validate() }
    try await eventually("badge", equals: 3) { model.badge }
    try await eventually("queue is empty") { await queue.isEmpty }
    #expect(photo == "beach")
  }

  @Test func options() async throws {
    let meter = Meter()
    try await eventually(
      "settled",
      options: [.notBefore(.milliseconds(50)), .stable(for: .milliseconds(100)), .backingOff(upTo: .seconds(1))]
    ) { meter.isQuiet }
  }

  @Test func stable() async throws {
    let connection = Connection()
    try await eventually("connected", options: [.stable(for: .milliseconds(100)), .backingOff(upTo: .seconds(1))]) {
      connection.isOpen
    }
  }

  @Test func givingUp() async throws {
    let upload = Upload()
    try await eventually("uploaded") {
      if upload.isRejected { throw GiveUpError("the server rejected it") }
      return upload.isDone
    }
  }

  @MainActor @Test func windows() async {
    let (view, connection) = (Model(), Connection())
    await always("connected", for: .milliseconds(200)) { connection.isOpen }
    await never("error shown", for: .milliseconds(200)) { view.showsError }
  }

  @Test func endOfAWindow() async {
    let (failed, saved) = (Expectation("failed", count: 0), Expectation("saved"))
    saved.fulfill()
    await saved.wait()
    await failed.expectNone(for: .zero)
  }

  private struct Cache {
    func evict() async {}
  }

  @Test func duration() async {
    let cache = Cache()
    let time = FairStopwatch()
    await cache.evict()
    #expect(time.elapsed < .seconds(1))
  }

  @MainActor private final class Countdown {
    private(set) var shown: [Int] = []
    private let start: Int
    private let clock: ManualClock

    init(from start: Int, clock: ManualClock) { (self.start, self.clock) = (start, clock) }

    func run() async {
      for number in (0...start).reversed() {
        shown.append(number)
        try? await clock.sleep(for: .seconds(1))
      }
    }
  }

  @MainActor @Test func sleepsThatTakeNoTime() async {
    let player = Countdown(from: 3, clock: ManualClock.immediate())
    await player.run()
    #expect(player.shown == [3, 2, 1, 0])
  }

  private struct Search {
    let clock: ManualClock

    func submit(_ query: String) async {}
  }

  @Test func noSleep() async {
    let search = Search(clock: ManualClock.unexpected())
    await search.submit("swift")  // a submitted search does not wait for more typing
  }

  @MainActor @Test func autosave() async throws {
    let clock = ManualClock()
    let document = Document(autosaveAfter: .seconds(30), clock: clock)
    document.edit("text")
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(30))
    try await eventually("saved") { document.isSaved }
  }

  @Test func autosave_fulfills() async throws {
    /// The place of this document is what its autosave fulfills.
    struct Document {
      let at: Expectation<Bool>
      let autosaveAfter: Duration
      let clock: ManualClock

      func edit(_ text: String) {
        Task {
          try await clock.sleep(for: autosaveAfter)
          at.fulfill(true)
        }
      }
    }
    let saved = Expectation("saved", of: Bool.self)
    let (url, text) = (saved, "text")
    let clock = ManualClock()
    let document = Document(at: url, autosaveAfter: .seconds(30), clock: clock)
    document.edit(text)
    await clock.waitForSleepers(1)  // the document has begun to wait
    await clock.advance(by: .seconds(30))
    try await saved.wait()
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
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(3))
    #expect(try await ticks.next(3) == [1, 2, 3])
    try await ticker.value
  }
}
