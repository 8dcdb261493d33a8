// [documented]
import Expectations
import Exploration
import Leftovers
import Testing
import XCTest

// The code of the documentation, with the names that it uses.

private final class FeedModel: Sendable {
  private let (posts, input) = AsyncStream.makeStream(of: Int.self)

  func load() async {
    Task { [posts] in
      for await _ in posts {}
    }
  }

  func stop() { input.finish() }

  deinit { stop() }
}

private final class ImageCache: Sendable {
  private let (images, input) = AsyncStream.makeStream(of: Int.self)

  init() {
    Task { [images] in
      for await _ in images {}
    }
  }

  deinit { input.finish() }
}

private final class Document {
  init(named name: String) {}
  func close() {}
}

private final class Player {
  func play(_ film: String) async {}
}

private final class Server: Sendable {
  func start() async {}
}

@MainActor private final class SearchModel {
  private let clock: ManualClock
  private(set) var results: [String] = []

  init(clock: ManualClock) { self.clock = clock }

  func type(_ text: String) {
    Task {
      try? await clock.sleep(for: .milliseconds(300))
      results = [text + "-testing"]
    }
  }
}

@Suite struct SearchModelTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test @MainActor func showsTheResults() async {
    await explore(schedules: 10) { @MainActor in
      let clock = ManualClock()
      let model = SearchModel(clock: clock)
      model.type("swift")
      await settle()
      await clock.advance(by: .milliseconds(300))
      await settle()
      #expect(model.results == ["swift-testing"])
    }
  }
}

@Suite(.endsAllTasks) struct FeedTests {
  @Test func loadsTheFeed() async {
    let model = FeedModel()
    await model.load()
    model.stop()
  }
}

final class FeedXCTests: XCTestCase {
  override func invokeTest() { endsAllTasks { super.invokeTest() } }

  func testLoad() async {
    let model = FeedModel()
    await model.load()
    model.stop()
  }

  func testDocument() {
    expectReleased("the document") {
      let document = Document(named: "Notes")
      document.close()
      return document
    }
    var document: Document? = Document(named: "Notes")
    document?.close()
    expectReleased(&document, "the document")
  }
}

@Suite struct DocumentationTests {
  @Test func tasks() async {
    let (player, film) = (Player(), "film")
    await endsAllTasks {
      await player.play(film)
    }
    let server = Server()
    await backgroundWork { await server.start() }
    let cache = backgroundWork { ImageCache() }  // it removes old images every minute
    withExtendedLifetime(cache) {}
  }

  @Test func cache() {
    let cache = backgroundWork { ImageCache() }
    withExtendedLifetime(cache) {}
  }

  @Test func objects() async {
    await expectReleased("the model") {
      let model = FeedModel()
      await model.load()
      return model
    }
  }

  @Test func steps() async {
    var model: FeedModel? = FeedModel()
    await model?.load()
    await expectReleased(&model, "the model")
  }
}
