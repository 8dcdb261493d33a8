// # Two threads take two locks in opposite order
//
// Each thread holds one lock and waits for the other one.
import Dispatch
import Expectations
import Foundation
import Testing

// [code]
final class Accounts: Sendable {
  let first = NSLock()
  let second = NSLock()

  /// Both threads hold one lock before they take the other one.
  func move(from: NSLock, to: NSLock, _ both: DispatchGroup) {
    from.lock()
    both.leave()
    both.wait()
    to.lock()
    to.unlock()
    from.unlock()
  }
}

@Test func locksInOppositeOrder() async {
  let accounts = Accounts()
  let moved = Expectation("moved", count: 2)
  let both = DispatchGroup()
  both.enter()
  both.enter()
  for isForward in [true, false] {
    Thread {
      accounts.move(
        from: isForward ? accounts.first : accounts.second, to: isForward ? accounts.second : accounts.first, both)
      moved.fulfill()
    }.start()
  }
  await moved.wait(timeout: .milliseconds(300))
}
