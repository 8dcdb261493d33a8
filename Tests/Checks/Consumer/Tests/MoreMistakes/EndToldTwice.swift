// # The delegate is told twice about the end
//
// An error path tells the delegate, and so does the common path after it. The test waited for the first call; the
// second call is a failure of its own, with both lines.
import Expectations
import Testing

// [code]
final class Uploader: Sendable {
  let didFinish: @Sendable (String) -> Void

  init(didFinish: @escaping @Sendable (String) -> Void) { self.didFinish = didFinish }

  func upload(_ name: String, isRefused: Bool) {
    if isRefused { didFinish("refused") }
    didFinish("done")
  }
}

@Test func endToldTwice() async throws {
  let told = Expectation("delegate told of the end", of: String.self)
  let uploader = Uploader { told.fulfill($0) }
  uploader.upload("photo.jpg", isRefused: true)
  let end = try await told.wait(timeout: .milliseconds(100))
  #expect(end == "refused")
}
