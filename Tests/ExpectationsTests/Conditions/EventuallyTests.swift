import Dispatch
import Foundation
import Observation
import TestSupport
import Testing

@testable import Expectations

@Suite struct EventuallyTests {
  private struct Missing: Error, Equatable {
    var number: Int
  }

  private actor Account {
    var balance = 0
    func deposit(_ amount: Int) { balance += amount }
    func validate() throws { if balance < 3 { throw Missing(number: balance) } }
  }

  /// Counts its evaluations.
  private final class Counter: Sendable {
    private let count = Locked(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  @Test func failure_tellsTheFirstAndTheLastError() async throws {
    let line = #line
    let (counter, clock) = (Counter(), ManualClock())
    let (_, host) = await recording {
      try? await eventually("found", timeout: .seconds(30), pollingInterval: .milliseconds(1), clock: clock) {
        let number = counter.next()
        if number == 3 { clock.advance(by: .seconds(30)) }
        throw Missing(number: number)
      }
    }
    #expect(counter.value == 4)
    #expect(
      host.records == [
        """
        EventuallyTests.swift:\(line + 3): failure: Timed out after 30.00 s on its clock: "found" did not come true
          tried 4 times
          first error: Missing(number: 1)
          last error: Missing(number: 4)
        """
      ])
  }

  @Test func clockMovedByTheBody_isNoEvaluationThatHangs() async throws {
    let clock = ManualClock()
    try await eventually("expired", timeout: .seconds(60), clock: clock) {
      clock.advance(by: .seconds(61))
      return true
    }
  }

  @Test func onAManualClock_itIsOneSleeper_alsoWhileItIsEvaluated() async throws {
    let clock = ManualClock()
    let sleepers = Locked<[[Duration]]>([])
    async let isMet: Void = eventually("third", timeout: .seconds(30), clock: clock) {
      sleepers.withLock { sleepers in
        sleepers.append(clock.sleepers)
        return sleepers.count == 3
      }
    }
    try await isMet
    #expect(sleepers.withLock { $0 } == Array(repeating: [.seconds(30)], count: 3))
    #expect(clock.sleepers.isEmpty)
  }

  @Test func onAManualClock_itIsOneSleeper_alsoWhileItPauses() async throws {
    let (clock, evaluated) = (ManualClock(), Expectation("evaluated"))
    async let isMet: Void = eventually("met", timeout: .seconds(30), pollingInterval: .seconds(3600), clock: clock) {
      evaluated.fulfillmentCount == 0 ? evaluated.fulfill() : ()
      return clock.now.offset == .seconds(30)
    }
    await evaluated.wait()
    // Its pause begins soon.
    for _ in 1...100 {
      #expect(clock.sleepers == [.seconds(30)])
      await Task.yield()
    }
    await clock.run()
    try await isMet
  }

  /// A move of the clock between the evaluation and the pause is not lost: another evaluation follows.
  @Test func pauseOnAManualClock_thatIsMovedBeforeItBegins_isOver() async {
    let clock = ManualClock()
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let before = WaitClock.external(clock).paused
    await clock.advance(by: .seconds(30))
    let request = WaitRequest(
      forAnyOf: TinyArray(InternalEvent("never", at: site).expectation), isPause: true,
      timeouts: Timeouts(exactly: 3_600_000_000_000, onClock: 1), clock: before, site: site)
    let outcome = await Wait.suspend(request)
    #expect(outcome.hasTimedOut)
  }

  @Test func onAManualClock_theTimeoutIsTheClocks() async {
    let line = #line
    let clock = ManualClock()
    let (_, host) = await recording {
      let waiting = Task {
        try await eventually("saved", timeout: .seconds(30), clock: clock) { false }
      }
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(30))
      await #expect(throws: RecordingHost.Stop.self) { try await waiting.value }
    }
    #expect(
      host.recordsWithoutTries == [
        """
        EventuallyTests.swift:\(line + 4): failure: Timed out after 30.00 s on its clock: "saved" did not come true
          tried #, the last value was false
        """
      ])
    #expect(clock.sleepers.isEmpty)
  }

  @Test func onAClockThatStandsStill_itIsBounded() async {
    let line = #line
    let clock = ManualClock()
    let (_, host) = await recording {
      try? await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) {
        try await eventually("saved", timeout: .seconds(30), clock: clock) { false }
      }
    }
    #expect(
      host.recordsWithoutTries == [
        """
        EventuallyTests.swift:\(line + 4): failure: Gave up after # of real time, with 0.000 s of 30.00 s elapsed on its clock: "saved"
          tried #, the last value was false
        """
      ])
  }

  /// A value that is neither a `Bool` nor an optional was meant to be compared, so it must not pass.
  @Test func valueThatIsNoCondition_failsAtOnce() async {
    let line = #line
    let count = Locked(3)
    let (_, host) = await recording {
      try? await eventually("count", timeout: .seconds(3600)) { count.withLock { $0 } }
      try? await eventually("count", timeout: .seconds(3600)) { await Task { count.withLock { $0 } }.value }
      blocking { try? eventually("count", timeout: .seconds(3600)) { count.withLock { $0 } } }
    }
    #expect(
      host.records
        == (3...5).map { number in
          """
          EventuallyTests.swift:\(line + number): failure: Gave up on "count" after #: \
          the body returned a value of type Int, which is neither true nor false
            to compare it, write `eventually("…", equals: …)`; to wait only until nothing is thrown, write `_ = ` before it
          """
        })
  }

  @Test(.ownThreads) func blockingEvaluation_thatHangs_isNamedMeanwhile() async throws {
    let line = #line
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      var (pipes, text) = ([Int32](repeating: 0, count: 2), [UInt8](repeating: 0, count: 1_000))
      let standardError = dup(STDERR_FILENO)
      guard pipe(&pipes) == 0, dup2(pipes[1], STDERR_FILENO) == STDERR_FILENO else { exit(2) }
      let end = pipes[0]
      try? await eventually("answered", timeout: .milliseconds(1)) {
        // It does not return before the library has printed that it hangs, however late that is on a busy computer.
        var said = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        guard poll(&said, 1, 30_000) == 1 else { exit(3) }
        let count = read(end, &text, text.count)
        _ = write(standardError, text, max(0, count))
        exit(EXIT_SUCCESS)
      }
    }
    let errors = try ChildProcess.errors(end).map { SteadyText.of($0) }
    #expect(
      errors == [
        """
        \(#filePath):\(line + 1): Condition still running after #: "answered"
        """
      ])
  }
}
