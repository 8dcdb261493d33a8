// # Events are sent from tasks without an order
//
// Each event is sent by a task of its own. What came stands beside what was expected, with the first that differs.
import Expectations
import Testing

// [code]
struct FilmUpload {
  func start(_ send: @escaping @Sendable (String) -> Void) {
    Task {
      try await Task.sleep(for: .milliseconds(20))
      send("started")
    }
    Task { send("progress") }
  }
}

@Test func eventsOutOfOrder() async throws {
  let events = Recorder<String>("film's events")
  FilmUpload().start { events.record($0) }
  try await events.expectNext("started", "progress")
}
