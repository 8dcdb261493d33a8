// # Another object posts the notification
//
// The upload posts the notification, not the manager. The text shows the expected object and the object that posted
// instead.
import Expectations
import Foundation
import Testing

// [code]
final class Manager: Sendable {
  static let didUpload = Notification.Name("didUpload")

  final class Job: Sendable {
    func finish() { NotificationCenter.default.post(name: Manager.didUpload, object: self) }
  }

  func upload(_ name: String) { Job().finish() }
}

@Test func otherObjectPosts() async {
  let manager = Manager()
  let uploaded = Expectation(notification: Manager.didUpload, object: manager)
  manager.upload("photo.jpg")
  await uploaded.wait(timeout: .milliseconds(100))
}
