// # The code sleeps on another clock
//
// The code receives a clock, but does not use it in one place. The text says that the clock never had a sleeper.
import Expectations
import Testing

// [code]
struct Poller {
  let clock: any Clock<Duration>

  func poll(_ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(60))
        body()
      }
    }
  }
}

@Test func wrongClock() async {
  let clock = ManualClock()
  let polling = Poller(clock: clock).poll {}
  await clock.sleepers(atLeast: 1, timeout: .milliseconds(100))
  polling.cancel()
}
