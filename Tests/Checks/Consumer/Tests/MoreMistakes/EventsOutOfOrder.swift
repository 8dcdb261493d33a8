// # Events are sent from tasks without an order
//
// A separate task sends each event. The text shows the recorded and the expected events, and the first difference.
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
