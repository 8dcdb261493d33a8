// # A task throws before it fulfills
//
// The error of a task whose value is not awaited is lost. `within` throws it; a task of its own can hand its result to
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
