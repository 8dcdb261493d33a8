import Dispatch
import Expectations
import Foundation
import Testing

/// A notification that is posted twice from a Dispatch thread. A post has no line, so the failure is at the wait.
@Suite struct NotificationTwice {
  private func run(isGuilty: Bool) async {
    let (center, name) = (NotificationCenter(), Notification.Name("saved"))
    let saved = Expectation(notification: name, center: center)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        center.post(name: name, object: nil)
        if isGuilty { center.post(name: name, object: nil) }
        continuation.resume()
      }
    }
    await saved.wait()  // FAILS HERE
  }

  @Test func guiltyNotificationTwice() async { await run(isGuilty: Guilt.isWanted) }
  @Test func innocentNotificationTwice() async { await run(isGuilty: false) }
  @Test(arguments: 1...18) func eachNotificationTwice(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// An unconsumed event that a detached task recorded.
@Suite struct UnconsumedEvent {
  private func run(isGuilty: Bool) async throws {
    let progress = Recorder<Int>("progress")  // FAILS HERE
    await Task.detached {
      progress.record(1)
      if isGuilty { progress.record(2) }
    }.value
    let first = try await progress.next()
    #expect(first == 1)
  }

  @Test func guiltyUnconsumedEvent() async throws { try await run(isGuilty: Guilt.isWanted) }
  @Test func innocentUnconsumedEvent() async throws { try await run(isGuilty: false) }
  @Test(arguments: 1...18) func eachUnconsumedEvent(number: Int) async throws {
    try await run(isGuilty: Guilt.isGuilty(number))
  }
}
