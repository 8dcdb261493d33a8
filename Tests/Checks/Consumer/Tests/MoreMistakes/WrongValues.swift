// # The progress has the wrong values
//
// The text shows the recorded and the expected values.
import Expectations
import Testing

// [code]
struct Chunks {
  func upload(_ count: Int, progress: @Sendable (Double) -> Void) {
    for chunk in 0..<count { progress(Double(chunk) / Double(count)) }
  }
}

@Test func wrongValues() async throws {
  let progress = Recorder<Double>("progress")
  Chunks().upload(4) { progress.record($0) }
  try await progress.expectNext(0.25, 0.5, 0.75, 1)
}
