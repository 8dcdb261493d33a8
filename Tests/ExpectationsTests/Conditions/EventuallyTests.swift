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

  @Test func condition_thatHolds_isEvaluatedOnce() async throws {
    let counter = Counter()
    try await eventually("one") { counter.next() == 1 }
    #expect(counter.value == 1)
  }

  @Test func condition_thatComesTrue_isSeen() async throws {
    let counter = Counter()
    try await eventually("fifth evaluation", timeout: .seconds(60), pollingInterval: .microseconds(50)) {
      counter.next() == 5
    }
    #expect(counter.value == 5)
  }

  /// For example `user?.isReady`.
  @Test(arguments: [nil, false]) func optionalBool_thatIsNotTrue_isNotYet(value: Bool?) async {
    let line = #line
    let (error, host) = await recording { () -> (any Error)? in
      do {
        try await eventually("ready", timeout: .milliseconds(1)) { value }
        return nil
      } catch {
        return error
      }
    }
    #expect(error is RecordingHost.Stop)
    #expect(
      host.recordsWithoutTries == [
        """
        EventuallyTests.swift:\(line + 3): failure: Timed out after 0.001 s: "ready" did not come true
          tried #, the last value was \(value.map { "\($0)" } ?? "nil")
        """
      ])
  }

  @Test func optionalBool_thatIsTrue_holds() async throws {
    let flag: Bool? = true
    let isReady = try await eventually("ready") { flag }
    #expect(isReady)
  }

  @Test func optional_isReturnedUnwrapped() async throws {
    let counter = Counter()
    let value = try await eventually("a number", timeout: .seconds(60), pollingInterval: .microseconds(50)) {
      counter.next() < 3 ? nil : "three"
    }
    #expect(value == "three")
  }

  @Test func body_thatThrows_passesWhenItStops() async throws {
    let counter = Counter()
    try await eventually("no error", timeout: .seconds(60), pollingInterval: .microseconds(50)) {
      let number = counter.next()
      if number < 4 { throw Missing(number: number) }
    }
    #expect(counter.value == 4)
  }

  @Test func actor_isAwaited() async throws {
    let account = Account()
    Task { for _ in 1...3 { await account.deposit(1) } }
    try await eventually("three") { await account.balance == 3 }
    try await eventually("valid") { try await account.validate() }
    try await eventually("balance", equals: 3) { await account.balance }
  }

  @Test func failure_tellsTheJudgedValue_andStopsTheTest() async {
    let (counter, line) = (Counter(), #line + 2)
    let (_, host) = await recording {
      await #expect(throws: RecordingHost.Stop.self) {
        try await eventually("badge", equals: 0, timeout: .zero) { counter.next() }
      }
    }
    #expect(counter.value == 1)
    #expect(
      host.failures.map(\.text) == [
        "Timed out after 0 s: \"badge\" did not come true\n  tried once, the last value was 1, expected 0"
      ])
    #expect(host.failures.map(\.site.line) == [UInt(line)])
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

  @Test func giveUp_endsItAtOnce() async {
    let line = #line
    let (_, host) = await recording {
      try? await eventually("uploaded", timeout: .seconds(3600)) { throw GiveUpError("rejected") }
      try? await eventually("paid", timeout: .seconds(3600), options: [.givingUp { $0 is Missing }]) {
        throw Missing(number: 1)
      }
    }
    #expect(
      host.records == [
        "EventuallyTests.swift:\(line + 2): failure: Gave up on \"uploaded\" after #: rejected",
        "EventuallyTests.swift:\(line + 3): failure: Gave up on \"paid\" after #: Missing(number: 1)",
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

  @Test func tooEarly_isAFailure() async {
    let line = #line
    let (_, host) = await recording {
      try? await eventually("debounced", timeout: .seconds(3600), options: [.notBefore(.seconds(3600))]) { true }
    }
    #expect(
      host.records == [
        """
        EventuallyTests.swift:\(line + 2): failure: "debounced" came true too early: after #, not before 3600.00 s
          tried once, the last value was true
        """
      ])
  }

  @Test func stable_ignoresASpike() async throws {
    let counter = Counter()
    try await eventually(
      "settled", timeout: .seconds(60), pollingInterval: .microseconds(100), options: [.stable(for: .milliseconds(2))]
    ) {
      let number = counter.next()
      return number == 2 || number > 5
    }
    #expect(counter.value > 6)
  }

  @Test func hangingEvaluation_isLeftBehind() async throws {
    let line = #line
    let hanging = Expectation("hanging", of: UnsafeContinuation<Bool, Never>.self)
    let (_, host) = await recording {
      try? await eventually("answered", timeout: .milliseconds(1)) {
        await withUnsafeContinuation { hanging.fulfill($0) }
      }
    }
    // If the condition hung forever, the sanitizer would report a leak.
    try await hanging.wait().resume(returning: false)
    #expect(
      host.records == [
        """
        EventuallyTests.swift:\(line + 3): failure: Condition still running after #: "answered"
          the first try did not end
        """
      ])
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

  @Test func cancellation_endsItWithoutAFailure() async {
    let (_, host) = await recording {
      let evaluated = Expectation("evaluated", count: 1...)
      let task = Task {
        try await eventually("never", timeout: .seconds(3600)) {
          evaluated.fulfill()
          return false
        }
      }
      await evaluated.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(host.problems.isEmpty)
  }

  @Test func hangingEvaluation_whenCancelled_ends() async throws {
    let hanging = Expectation("hanging", of: UnsafeContinuation<Bool, Never>.self)
    let (_, host) = try await recording {
      let task = Task {
        try await eventually("never", timeout: .seconds(3600)) {
          await withUnsafeContinuation { hanging.fulfill($0) }
        }
      }
      let continuation = try await hanging.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      continuation.resume(returning: false)
    }
    #expect(host.problems.isEmpty)
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

  @Test func blockingForms_waitToo() async throws {
    let counter = Counter()
    try blocking {
      try eventually("third evaluation", timeout: .seconds(60), pollingInterval: .microseconds(50)) {
        counter.next() == 3
      }
      let value: Int = try eventually("a number") { [1].first }
      #expect(value == 1)
      try eventually("no error") { try Task.checkCancellation() }
      try eventually("four", equals: 4) { counter.next() }
    }
  }

  /// Every form compiles and has the intended meaning.
  @MainActor @Test func bodies_ofEveryShape_areUnderstood() async throws {
    var evaluations = 0
    try await eventually { 1 == 1 }
    try await eventually {
      evaluations += 1
      return evaluations == 2
    }
    let first = try await eventually { [1, 2].first }
    try await eventually {
      try Task.checkCancellation()
      try Task.checkCancellation()
    }
    try await eventually {
      await Task.yield()
      evaluations += 1
    }
    let second = try await eventually {
      await Task.yield()
      return [1, 2].last
    }
    #expect((first, second, evaluations) == (1, 2, 3))
  }
}
