// # An operation waits for one that was never added
//
// The dependency is in no queue, so it does not end.
import Expectations
import Foundation
import Testing

// [code]
@Test func operationWithoutItsDependency() async {
  let queue = OperationQueue()
  let download = BlockOperation {}
  let unpack = BlockOperation {}
  unpack.addDependency(download)
  let unpacked = Expectation("unpacked")
  Thread {
    queue.addOperations([unpack], waitUntilFinished: true)
    unpacked.fulfill()
  }.start()
  await unpacked.wait(timeout: .milliseconds(300))
}
