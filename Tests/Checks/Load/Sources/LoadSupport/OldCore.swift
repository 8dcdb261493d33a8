import Expectations

extension Shape {
  /// What only this core has.
  static let others = streams + clocks + [untilDone]

  private static let untilDone = Shape("never, until") {
    let done = Expectation("done")
    Callback.task.start { done.fulfill() }
    await never("failed", for: timeout, until: done) { false }
  }

  /// Events that come more than once.
  private static let streams = [
    Shape("stream") {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let events = Recorder(stream)
      Callback.task.start {
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
      try await events.next(3, timeout: timeout)
      try await events.finish(timeout: timeout)
    },
    Shape("recorded events") {
      let events = Recorder<Int>("events")
      Callback.mainQueue.start { events.record(1) }
      try await events.next(timeout: timeout)
      await events.expectNone(for: window)
    },
  ]

  /// Time that the test controls.
  private static let clocks = [
    Shape("clock") {
      let clock = ManualClock()
      let woken = Expectation("woken")
      let sleeper = Task {
        try await clock.sleep(for: .seconds(30))
        woken.fulfill()
      }
      await clock.sleepers(atLeast: 1, timeout: timeout)
      await clock.advance(by: .seconds(30))
      await woken.wait(timeout: timeout)
      sleeper.cancel()
    },
    Shape("wait on a clock") {
      let clock = ManualClock()
      let done = Expectation("done")
      Callback.task.start { done.fulfill() }
      await ExpectationDefaults.$timeout.withValue(timeout) {
        _ = await done.wait(timeout: .seconds(60), clock: clock)
      }
    },
  ]
}
