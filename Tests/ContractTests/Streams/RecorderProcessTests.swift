import Foundation
import TestSupport
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
}
