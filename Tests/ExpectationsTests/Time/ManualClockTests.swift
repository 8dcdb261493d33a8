import Foundation
import Testing

@testable import Expectations

@Suite struct ManualClockTests {
  private let clock = ManualClock()

  /// Sleeps on the clock in a task of its own.
  private func sleeper(for seconds: Int) -> Task<Void, any Error> {
    Task { [clock] in try await clock.sleep(for: .seconds(seconds)) }
  }

  @Test func wait_thatTimesOut_namesThoseWhoSleep_andAClockThatNothingEverSleptOn() async throws {
    func remarks() async -> [Substring] {
      let report = await outcome(of: Expectation("saved"), timeout: .milliseconds(1))
      return SteadyText.of(report.description).split(separator: "\n").dropFirst(2).map { $0 }
    }
    let (texts, _) = await recording {
      let (used, unused) = (ManualClock(), ManualClock())
      let task = Task { try await used.sleep(for: .seconds(30)) }
      await used.sleepers(atLeast: 1)
      let (both, ofAnother) = (await remarks(), await HostOverride.withHost(RecordingHost()) { await remarks() })
      task.cancel()
      _ = await task.result
      let one = await remarks()
      withExtendedLifetime(unused) {}
      return [both, ofAnother, one]
    }
    let sleeps: Substring = "  a manual clock of this test is at 0.000 s; 1 sleeper: a task, due in 30.00 s"
    let neverUsed: Substring = """
        a manual clock of this test is at 0.000 s; no sleepers, and it never had any: \
      does the code under test use this clock?
      """
    #expect(texts == [[sleeps, neverUsed], [], [neverUsed]])
  }

  @Test func description_namesTheSleepers() async {
    let never = Expectation("never", count: 1)
    let task = sleeper(for: 5)
    await clock.sleepers(atLeast: 1)
    let line = #line + 1
    let wait = Task { [clock] in await outcome(of: never, timeout: .seconds(9), clock: clock).outcome }
    await clock.sleepers(atLeast: 2)
    #expect(
      clock.description
        == "at 0.000 s; 2 sleepers: a task, due in 5.000 s; the wait at ManualClockTests.swift:\(line), due in 9.000 s")
    await clock.run()
    #expect(await wait.value == .timedOut)
    _ = try? await task.value
  }
}
