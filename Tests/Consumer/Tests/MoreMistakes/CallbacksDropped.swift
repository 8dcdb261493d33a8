// # The callbacks of a queue are dropped
//
// The uploader empties its list of callbacks without calling them. A handler that went away without being called is
// named, and when that was.
import Expectations
import Foundation
import Testing

// [code]
final class Flusher: @unchecked Sendable {
  private let lock = NSLock()
  private var waiting: [@Sendable () -> Void] = []

  func flush(_ completion: @escaping @Sendable () -> Void) { lock.withLock { waiting.append(completion) } }

  func finish() { lock.withLock { waiting = [] } }
}

@Test func callbacksDropped() async {
  let flusher = Flusher()
  let flushed = Expectation("flushed")
  flusher.flush(flushed.handler)
  flusher.finish()
  await flushed.wait(timeout: .milliseconds(100))
}
