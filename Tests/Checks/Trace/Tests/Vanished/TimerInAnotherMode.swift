// # A timer is in another mode than its run loop
//
// The run loop has nothing to wait for in the mode in which it runs. It returns at once, and the thread ends.
import Expectations
import Foundation
import Testing

// [code]
final class Heartbeat: Sendable {
  private let interval: TimeInterval

  init(interval: TimeInterval) { self.interval = interval }

  func start(beat: @escaping @Sendable () -> Void) {
    let interval = interval
    let thread = Thread {
      let timer = Timer(timeInterval: interval, repeats: false) { _ in beat() }
      RunLoop.current.add(timer, forMode: RunLoop.Mode("tracking"))  // ✘
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 10 * interval))
    }
    thread.name = "heartbeat"
    thread.start()
  }
}

@Test func timerInAnotherMode() async {
  let beaten = Expectation("heart beaten")
  let heartbeat = Heartbeat(interval: 0.02)
  heartbeat.start { beaten.fulfill() }
  await beaten.wait(timeout: .milliseconds(300))
}
