// # A task throws before it fulfills
//
// The error of a task is lost if its value is not awaited. `within` throws the error; a separate task can pass its
// result to `fulfill(with:)`.
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
