// # The stream drops elements that are not consumed at once
//
// The stream keeps only its newest element. The text shows the recorded and the expected elements.
import Expectations
import Testing

// [code]
struct Positions {
  func walk() -> AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      for position in 1...3 { continuation.yield(position) }
      continuation.finish()
    }
  }
}

@Test func elementsDropped() async throws {
  let positions = Recorder(Positions().walk(), description: "positions")
  try await positions.expectNext(1, 2, 3, timeout: .milliseconds(200))
}
