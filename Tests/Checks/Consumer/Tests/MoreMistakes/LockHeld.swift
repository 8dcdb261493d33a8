// # The callback needs a lock that is held
//
// The manager calls back under its lock, and the callback calls the manager. The thread that should fulfill the
// expectation waits for a lock that its own call stack holds. The text names the line, and says that the thread holds
// the lock itself.
import Expectations
import Foundation
import Testing

// [code]
final class PhotoManager: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var uploaded: Int { lock.withLock { count } }

  func upload(_ completion: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      lock.withLock {
        count += 1
        completion()
      }
    }
  }
}

@Test func lockHeld() async {
  let manager = PhotoManager()
  let photo = Expectation("photo", of: Int.self)
  manager.upload { photo.fulfill(manager.uploaded) }
  _ = try? await photo.wait(timeout: .milliseconds(200))
}
