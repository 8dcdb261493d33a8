import Dispatch
import Expectations
import Foundation
import Testing

/// Each test with a marked line has one problem; the other tests have none.
@Suite struct StreamFailureTests {
  private static let saved = Notification.Name("saved")

  @Test func silence_blocking() throws {
    try Recorder<Int>("events").next(timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func silence_boolForm() async {
    let events = Recorder<Int>("events")
    events.record(1)
    await events.skip(2, timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func recordedError_thrown() async throws {  // FAILS HERE
    let events = Recorder<Int>("events")
    events.record(throwing: URLError(.timedOut))
    try await events.next()
  }

  @Test func unconsumed_releasedOnADispatchThread() async {
    let gone = Expectation("gone")
    let holder = Holder(Recorder<Int>("events"))  // FAILS HERE
    DispatchQueue.global().async {
      holder.recorder?.record(1)
      holder.recorder = nil
      gone.fulfill()
    }
    await gone.wait()
  }

  @Test func eventAfterTheEnd() async {
    let events = Recorder<Int>("events")
    events.recordEnd()
    events.record(1)  // FAILS HERE
  }

  @Test func notification_postedOnADispatchThread_whereItMustNotBe() async {
    let center = NotificationCenter()
    let saved = Expectation(notification: Self.saved, center: center, count: 0)
    DispatchQueue.global().async { center.post(name: Self.saved, object: nil) }
    await saved.wait(timeout: .seconds(5))  // FAILS HERE
  }
}

/// Accessed by one thread at a time.
private final class Holder: @unchecked Sendable {
  var recorder: Recorder<Int>?
  init(_ recorder: Recorder<Int>) { self.recorder = recorder }
}
