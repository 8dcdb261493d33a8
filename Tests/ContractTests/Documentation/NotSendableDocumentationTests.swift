// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Testing

import class Expectations.Expectation

@testable import Expectations

@Suite struct NotSendableDocumentationTests {
  private final class Page {
    let title = "Start"
  }

  private struct Loader {
    func load(_ completion: @escaping @Sendable (Page) -> Void) { Task { completion(Page()) } }
  }

  private struct MainLoader {
    func load(_ completion: @escaping @MainActor (Page) -> Void) { Task { @MainActor in completion(Page()) } }
  }

  @Test func aPart() async throws {
    let loader = Loader()
    let title = Expectation("title of the page", of: String.self)
    loader.load { page in title.fulfill(page.title) }
    try await title.wait(equals: "Start")
  }

  @Test @MainActor func onTheActorOfTheTest() async {
    let loader = MainLoader()
    var page: Page?
    let loaded = Expectation("page loaded")
    loader.load { loadedPage in
      page = loadedPage
      loaded.fulfill()
    }
    await loaded.wait()
    #expect(page?.title == "Start")
  }
}
