// # A condition is not signaled
//
// The thread that changes the state forgets to signal.
import Expectations
import Foundation
import Testing

// [code]
final class Inbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var letters = 0

  func add() {
    condition.lock()
    letters += 1
    condition.unlock()
  }

  func next() {
    condition.lock()
    repeat { condition.wait() } while letters == 0
    condition.unlock()
  }
}

@Test func conditionNotSignaled() async {
  let inbox = Inbox()
  let received = Expectation("received")
  Thread {
    inbox.next()
    received.fulfill()
  }.start()
  inbox.add()
  await received.wait(timeout: .milliseconds(300))
}
