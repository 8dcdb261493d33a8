// # The notification is posted twice
//
// Both the store and its owner post the notification. The second post is a failure of its own, at the line that
// observes.
import Expectations
import Foundation
import Testing

// [code]
final class Settings: Sendable {
  static let didChange = Notification.Name("settingsDidChange")

  private func store() { NotificationCenter.default.post(name: Self.didChange, object: self) }

  func set(_ value: Int) {
    store()
    NotificationCenter.default.post(name: Self.didChange, object: self)
  }
}

@Test func postedTwice() async {
  let settings = Settings()
  let changed = Expectation(notification: Settings.didChange, object: settings)
  settings.set(1)
  await changed.wait(timeout: .milliseconds(100))
}
