/// What a task of a test does until it is told to end.
final class Work: Sendable {
  private let (stream, input) = AsyncStream.makeStream(of: Void.self)

  func wait() async {
    for await _ in stream {}
  }

  func end() { input.finish() }
}
