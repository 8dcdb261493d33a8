// # The operation queue is suspended
//
// The uploads wait in a queue that was suspended when the connection was lost, until the connection returns. A block in
// a queue stands nowhere, so the text only says that no other thread or task is in your code.
import Expectations
import Foundation
import Testing

// [code]
final class Uploads: Sendable {
  private let queue = OperationQueue()

  func connectionLost() { queue.isSuspended = true }

  func upload(_ done: @escaping @Sendable () -> Void) { queue.addOperation { done() } }
}

@Test func queueSuspended() async {
  let uploads = Uploads()
  let uploaded = Expectation("uploaded")
  uploads.connectionLost()
  uploads.upload { uploaded.fulfill() }
  await uploaded.wait(timeout: .milliseconds(200))
}
