// # The notification is posted without its object
//
// The code under test posts the notification, but with another object than the test observes. The lines below the
// expectation show where it was observed and the near miss; they also show notifications that `where:` rejected.
import Expectations
import Foundation
import Testing
import XCTest

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
// [peers]

final class PostedByAnother: XCTestCase {
  func testPeer() {
    let uploader = AnonymousUploader()
    let finished = expectation(forNotification: AnonymousUploader.didFinish, object: uploader)
    uploader.upload("image.jpg")
    wait(for: [finished], timeout: 0.1)
  }
}

@Test func postedByAnother_confirmation() async {
  let uploader = AnonymousUploader()
  await confirmation("upload finished") { finished in
    let observer = NotificationCenter.default.addObserver(
      forName: AnonymousUploader.didFinish, object: uploader, queue: nil
    ) { _ in finished() }
    uploader.upload("image.jpg")
    NotificationCenter.default.removeObserver(observer)
  }
}

@Test func postedByAnother_polling() async {
  let (uploader, isFinished) = (AnonymousUploader(), Box(false))
  let observer = NotificationCenter.default.addObserver(
    forName: AnonymousUploader.didFinish, object: uploader, queue: nil
  ) { _ in isFinished.value = true }
  uploader.upload("image.jpg")
  await expectEventually { isFinished.value }
  NotificationCenter.default.removeObserver(observer)
}
