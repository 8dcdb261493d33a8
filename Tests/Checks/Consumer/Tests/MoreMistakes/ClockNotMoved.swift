// # The clock is moved once, and should be twice
//
// The code should not retry a refused request, but it does: after the first pause comes a second one, on a clock that
// stands still. The text names the sleeper.
import Expectations
import Testing

// [code]
struct Refused: Error {}

struct Retrying {
  let clock: any Clock<Duration>

  func run(_ body: () throws -> Void) async throws {
    for _ in 1...3 {
      do { return try body() } catch { try await clock.sleep(for: .seconds(1)) }
    }
  }
}

@Test func clockNotMoved() async {
  let clock = ManualClock()
  let refused = Expectation("refused")
  let retrying = Task {
    do {
      try await Retrying(clock: clock).run { throw Refused() }
    } catch is Refused {
      refused.fulfill()
    }
  }
  await clock.sleepers(atLeast: 1)
  await clock.advance(by: .seconds(1))
  await refused.wait(timeout: .milliseconds(100))
  retrying.cancel()
}
