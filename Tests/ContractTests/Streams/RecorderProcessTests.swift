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

  private static func misuse() async {
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

  @Test func misuse_endsNoProcess_andIsRecorded() async throws {
    let line = #line - 21
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ChildProcess.record(Self.misuse)
    }
    let reported = try ChildProcess.reported(end).map { $0.split(separator: "\n")[0] }
    #expect(
      reported == [
        """
        RecorderProcessTests.swift:\(line + 2): failure: "events" can never be complete: its count -1 is negative
        """,
        """
        RecorderProcessTests.swift:\(line + 3): failure: "events" can never be complete: its count -1 is negative
        """,
        """
        RecorderProcessTests.swift:\(line + 4): failure: "events" can never be complete: its count -1 is negative
        """,
        """
        RecorderProcessTests.swift:\(line + 2): failure: "events" can never be complete: its count \
        -9223372036854775808 is negative
        """,
        """
        RecorderProcessTests.swift:\(line + 3): failure: "events" can never be complete: its count \
        -9223372036854775808 is negative
        """,
        """
        RecorderProcessTests.swift:\(line + 4): failure: "events" can never be complete: its count \
        -9223372036854775808 is negative
        """,
        """
        RecorderProcessTests.swift:\(line + 2): failure: Timed out after 0.000 s: "events" recorded 0 of 9223372036854775807 events
        """,
        """
        RecorderProcessTests.swift:\(line + 3): failure: Timed out after 0 s: "events" recorded 0 of 9223372036854775807 events
        """,
        """
        RecorderProcessTests.swift:\(line + 4): failure: Timed out after 0 s (a negative timeout, -9223372036.85 s, \
        counts as 0): "events" recorded 0 of 9223372036854775807 events
        """,
        """
        RecorderProcessTests.swift:\(line + 9): failure: "events" recorded an event after its end: 2
        """,
        """
        RecorderProcessTests.swift:\(line + 11): failure: "events" recorded 1 event where none was expected
        """,
        """
        RecorderProcessTests.swift:\(line + 12): failure: "events" recorded 1 event instead of an error
        """,
        """
        RecorderProcessTests.swift:\(line + 13): failure: "events" recorded 1 event instead of its end
        """,
        """
        RecorderProcessTests.swift:\(line + 14): failure: "events" ended after 1 of 9223372036854775807 events
        """,
        """
        RecorderProcessTests.swift:\(line + 15): failure: "" can never be complete: its count -9223372036854775808 is \
        negative
        """,
      ])
  }
}
