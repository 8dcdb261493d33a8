// # The timer is on a run loop that does not run
//
// A timer belongs to the run loop of the thread that creates it. In a task, that is a thread of the pool, whose run
// loop never runs. The run loop keeps the closure of the timer, so the handler is alive but is never called.
import Expectations
import Foundation
import Testing

// [code]
final class Reminder: Sendable {
  func remind(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
    _ = Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { _ in body() }
  }
}

@Test func timerWithoutRunLoop() async {
  let reminded = Expectation("reminded")
  Reminder().remind(after: 0.02, reminded.handler)
  await reminded.wait(timeout: .milliseconds(200))
}
