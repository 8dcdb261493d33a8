// # The model's own closure keeps it alive
//
// The closure that the model stores captures the model. The condition waits for the model's release, and the text shows
// the same value for each evaluation.
import Expectations
import Testing

// [code]
final class Screen: @unchecked Sendable {
  var onChange: (() -> Void)?
  var title = ""

  func bind() { onChange = { self.title = "changed" } }
}

@Test func modelLeaks() async throws {
  var screen: Screen? = Screen()
  screen?.bind()
  let isGone = { [weak screen] in screen == nil }
  screen = nil
  try await eventually("screen released", timeout: .milliseconds(100)) { isGone() }
}
