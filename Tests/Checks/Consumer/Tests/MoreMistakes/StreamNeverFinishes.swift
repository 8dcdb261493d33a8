// # The stream never ends
//
// The continuation is never finished. The text shows the earlier elements, all of them consumed: only the end is
// missing.
import Expectations
import Testing

// [code]
struct Upload {
  var progress: AsyncStream<Int> {
    AsyncStream { continuation in
      continuation.yield(50)
      continuation.yield(100)
    }
  }
}

@Test func streamNeverFinishes() async throws {
  let progress = Recorder(Upload().progress, description: "progress")
  try await progress.expectNext(50, 100)
  try await progress.finish(timeout: .milliseconds(100))
}
