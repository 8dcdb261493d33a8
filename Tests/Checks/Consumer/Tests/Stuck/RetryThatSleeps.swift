// # A retry sleeps between its attempts
//
// The attempt always fails, and the number of attempts is not limited.
import Expectations
import Foundation
import Testing

// [code]
struct Retry {
  func run(_ attempt: () -> Bool) {
    while !attempt() {
      Thread.sleep(forTimeInterval: 10)
    }
  }
}

@Test func retryThatSleeps() async {
  let connected = Expectation("connected")
  Thread {
    Retry().run { false }
    connected.fulfill()
  }.start()
  await connected.wait(timeout: .milliseconds(300))
}
