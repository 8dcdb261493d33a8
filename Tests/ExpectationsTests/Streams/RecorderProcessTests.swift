import Foundation
import Testing

@testable import Expectations

/// Behavior that can be tested only in a process of its own.
@Suite(.ownThreads) struct RecorderProcessTests {
  @Test func windows_areScaledByTheQuietScale_alone() async {
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_QUIET_SCALE", "4", 1)
      setenv("EXPECTATIONS_TIMEOUT_SCALE", "0.001", 1)
      let events = Recorder<Int>("events")
      let start = ContinuousClock.now
      guard await events.expectNone(for: .milliseconds(20)) else { exit(1) }
      guard ContinuousClock.now - start >= .milliseconds(80) else { exit(2) }
    }
  }

  @Test func misuse_endsNoProcess() async {
    await #expect(processExitsWith: .success) {
      _ = await recording {
        let events = Recorder<Int>("events")
        for count in [-1, 0, .min, .max] {
          _ = try? await events.next(count, timeout: .nanoseconds(1))
          _ = try? blocking { try events.next(count, timeout: .zero) }
          await events.skip(count, timeout: .seconds(Int64.min))
        }
        await events.expectNone(for: .seconds(-1))
        events.record(1)
        events.recordEnd()
        events.record(2)
        events.record(throwing: CancellationError())
        await events.expectNone(for: .seconds(Int64.max))
        _ = try? await events.failure()
        _ = try? await events.finish(timeout: .seconds(Int64.max))
        _ = try? await events.next(.max)
        let saved = Expectation(notification: Notification.Name(""), count: .min, where: { _ in false })
        NotificationCenter.default.post(name: Notification.Name(""), object: nil)
        await saved.wait(timeout: .seconds(-1))
      }
    }
  }
}
