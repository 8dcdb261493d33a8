// # The notification is posted without its object
//
// The notification is posted with another object than the one that the test observes.
import Expectations
import Foundation
import Testing

// [code]
final class AnonymousUploader: Sendable {
  static let didFinish = Notification.Name("uploadDidFinish")

  func upload(_ name: String) {
    NotificationCenter.default.post(name: Self.didFinish, object: nil)
  }
}

@Test func postedByAnother() async {
  let uploader = AnonymousUploader()
  let finished = Expectation(notification: AnonymousUploader.didFinish, object: uploader)
  uploader.upload("image.jpg")
  await finished.wait(timeout: .milliseconds(100))
}
