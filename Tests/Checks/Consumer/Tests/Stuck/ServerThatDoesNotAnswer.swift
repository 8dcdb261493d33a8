// # A server accepts no connection
//
// The request waits until its own timeout, which is longer than that of the test.
import Expectations
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// [code]
@Test func serverThatDoesNotAnswer() async throws {
  let server = SilentServer()
  let fetched = Expectation("fetched")
  Task {
    _ = try await URLSession.shared.data(from: server.url)
    fetched.fulfill()
  }
  await fetched.wait(timeout: .milliseconds(300))
}
