import Expectations

/// What a task of a test does until it is told to end.
final class Work: Sendable {
  private let (stream, input) = AsyncStream.makeStream(of: Void.self)
  private let begun = Locked(false)

  func wait() async {
    begun.withLock { $0 = true }
    for await _ in stream {}
  }

  func waitElsewhere() async {
    begun.withLock { $0 = true }
    for await _ in stream {}
  }

  @MainActor func waitOnTheMainActor() async { await wait() }

  func hasBegun() async {
    try? await eventually("the work has begun") { begun.withLock { $0 } }
  }

  func end() { input.finish() }
}
