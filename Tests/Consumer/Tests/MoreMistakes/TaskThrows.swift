// # A task throws before it fulfills
//
// The error of a task that nobody awaits is lost. `within` throws it, and so does `resultHandler`'s counterpart
// `fulfill(with:)`.
import Expectations
import Testing

// [code]
struct Offline: Error {}

struct Remote {
  func receipt() async throws -> Int { throw Offline() }
}

@Test func taskThrows() async {
  let uploaded = Expectation("uploaded", of: Int.self)
  Task { uploaded.fulfill(try await Remote().receipt()) }
  _ = try? await uploaded.wait(timeout: .milliseconds(200))
}
