// # The callbacks of a queue are dropped
//
// The uploader empties its list of callbacks without calling them. The text names the handler that was released without
// being called, and the time.
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
