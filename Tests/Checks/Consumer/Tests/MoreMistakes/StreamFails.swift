// # The stream fails early
//
// The connection breaks after the first line. The call throws the error, and the text shows the earlier lines.
import Expectations
import Testing

// [code]
struct ConnectionLost: Error {}

struct Lines {
  var all: AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield("HTTP/1.1 200 OK")
      continuation.finish(throwing: ConnectionLost())
    }
  }
}

@Test func streamFails() async throws {
  let lines = Recorder(Lines().all, description: "lines")
  try await lines.expectNext("HTTP/1.1 200 OK", "Content-Length: 3", timeout: .milliseconds(200))
}
