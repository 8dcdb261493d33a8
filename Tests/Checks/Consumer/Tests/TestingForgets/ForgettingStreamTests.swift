import Expectations
import Testing

/// As in `ForgettingTests`, for recorders.
@Suite struct ForgettingStreamTests {
  @Test @MainActor func nextIsInATaskThatNothingAwaits() async {
    let events = Recorder<Int>("events")
    Task { _ = try await events.next(timeout: .seconds(60)) }  // FAILS HERE
    await Task {}.value
  }
}
