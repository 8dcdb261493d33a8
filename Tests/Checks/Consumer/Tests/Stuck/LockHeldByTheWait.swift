// # The waiting test holds the lock
//
// The test took the lock of the store, and the work needs it.
import Expectations
import Foundation
import Testing

// [code]
final class Store: Sendable {
  let lock = NSLock()

  func save() {
    lock.lock()
    lock.unlock()
  }
}

@Test func lockHeldByTheWait() {
  let store = Store()
  let saved = Expectation("saved")
  store.lock.lock()
  Thread {
    store.save()
    saved.fulfill()
  }.start()
  saved.wait(timeout: .milliseconds(300))
}
