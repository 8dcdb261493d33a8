// # A task is replaced and thereby canceled
//
// The screen keeps one task, and cancels it if another takes its place. The task that marks the article as read takes
// the place of the one that loads it.
import Expectations
import Testing

// [code]
@MainActor final class ArticleScreen {
  private let onShow: @Sendable (String) -> Void
  private var readArticles: Set<Int> = []
  private var task: Task<Void, Never>? {
    didSet { oldValue?.cancel() }
  }

  init(onShow: @escaping @Sendable (String) -> Void) { self.onShow = onShow }

  func appear(_ article: Int) {
    task = Task { await show(article) }
    task = Task { await markAsRead(article) }  // ✘
  }

  private func show(_ article: Int) async {
    let text = await fetch(article)
    if !Task.isCancelled { onShow(text) }
  }

  private func markAsRead(_ article: Int) async { readArticles.insert(article) }

  nonisolated private func fetch(_ article: Int) async -> String { "Article \(article)" }
}

@MainActor @Test func taskReplacedAndCancelled() async throws {
  let shown = Expectation("article shown", of: String.self)
  let screen = ArticleScreen { shown.fulfill($0) }
  screen.appear(7)
  try await shown.wait(timeout: .milliseconds(300))
}
