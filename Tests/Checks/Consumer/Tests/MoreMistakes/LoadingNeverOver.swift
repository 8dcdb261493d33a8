// # The model never stops loading
//
// An error path forgets to reset the loading state. The text shows the values of the condition.
import Expectations
import Testing

// [code]
@MainActor final class ListModel {
  private(set) var state = "idle"

  func load(_ fetch: @escaping @Sendable () async throws -> Void) {
    state = "loading"
    Task {
      do {
        try await fetch()
        state = "loaded"
      } catch {
        state = "retrying"
      }
    }
  }
}

@Test @MainActor func loadingNeverOver() async throws {
  let model = ListModel()
  model.load { throw CancellationError() }
  try await eventually("list loaded", equals: "loaded", timeout: .milliseconds(200)) { model.state }
}
