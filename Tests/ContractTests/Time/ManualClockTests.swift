import Testing

@testable import Expectations

@Suite struct ManualClockTests {
  private let clock = ManualClock()

  /// Sleeps on the clock in a task of its own, and then appends to `log`.
  private func sleeper(for seconds: Int, log: Locked<[Int]> = Locked([])) -> Task<Void, any Error> {
    Task { [clock] in
      try await clock.sleep(for: .seconds(seconds))
      log.withLock { $0.append(seconds) }
    }
  }

  @Test func advance_toTheInstant_wakesTheSleeper() async throws {
    let task = sleeper(for: 30)
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(29.999))
    #expect(clock.sleepers == [.milliseconds(1)])
    await clock.advance(by: .milliseconds(1))
    try await task.value
    #expect(clock.now.offset == .seconds(30))
    #expect(clock.sleepers.isEmpty)
  }

  /// However short the default timeout is, which is one of waits.
  @Test(.waitTimeout(.zero)) func advance_whenItReturns_hasWokenAllSleepers() async throws {
    let tasks = (1...50).map { sleeper(for: $0) }
    await clock.waitForSleepers(50, timeout: .seconds(60))
    await clock.advance(to: clock.now.advanced(by: .seconds(50)))
    #expect(clock.sleepers.isEmpty)
    for task in tasks { try await task.value }
  }

  @Test func run_goesToTheLastSleeper() async throws {
    let tasks = [3, 600, 2].map { sleeper(for: $0) }
    await clock.waitForSleepers(3)
    await clock.run()
    #expect(clock.now.offset == .seconds(600))
    for task in tasks { try await task.value }
    await clock.run()
    #expect(clock.now.offset == .seconds(600))
  }

  @Test func wokenTask_seesTheInstantThatItSleptFor() async throws {
    let seen = Task { [clock] in
      var instants: [Duration] = []
      for _ in 1...5 {
        try await clock.sleep(for: .seconds(1))
        instants.append(clock.now.offset)
      }
      return instants
    }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(60))
    #expect(try await seen.value == [1, 2, 3, 4, 5].map { .seconds($0) })
  }

  /// The task of an `async let` lives in the stack frame of its parent, so the next one has the same address.
  @Test func eachTask_seesItsOwnTime() async throws {
    for round in 1...3 {
      async let slept: Void = clock.sleep(for: .seconds(1))
      // Nobody would move the clock for a sleeper that comes later.
      guard await clock.waitForSleepers(1) else { return }
      #expect(clock.sleepers == [.seconds(1)], "round \(round)")
      await clock.advance(by: .seconds(10))
      try await slept
    }
  }

  @Test func cancelledSleeper_throwsAtOnce() async {
    let task = sleeper(for: 30)
    await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleepers.isEmpty)
  }

  @Test func sleep_inACancelledTask_throwsAtOnce() async {
    let task = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(30))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func sleep_untilThePast_returnsAtOnce() async throws {
    try await within(.seconds(30), description: "both sleeps") { [clock] in
      try await clock.sleep(until: clock.now)
      try await clock.sleep(for: .seconds(-5))
    }
    #expect(clock.now.offset == .zero)
  }

  @Test func advance_backwards_isAFailure() async {
    let (_, host) = await recording {
      await clock.advance(by: .seconds(3))
      await clock.advance(by: .seconds(-1))
    }
    #expect(
      host.failures.map(\.message) == ["A clock cannot go back from 3.000 s to 2.000 s\n  its time has not changed"])
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func extremeDurations_saturate() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(Int64.max)) }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(Int64.max))
    try await task.value
    await clock.advance(by: .seconds(Int64.max) * 8)
    #expect(clock.now.offset == .nanoseconds(Int64.max))
    #expect(clock.now.advanced(by: .seconds(1)) == clock.now)
    #expect(clock.now.advanced(by: .seconds(Int64.min) * 8).offset == .nanoseconds(-1))
  }

  @Test func sleepers_thatDoNotCome_areAFailure() async {
    let (isThere, host) = await recording {
      await clock.waitForSleepers(2, timeout: .zero)
    }
    #expect(!isThere)
    let text = "Waited 0 s for 2 sleepers on a clock\n  at 0.000 s; no sleepers, and "
    #expect(host.failures.map { $0.message.hasPrefix(text) } == [true])
    #expect(host.failures.map(\.line) == [1])
    let (_, other) = await recording { await clock.waitForSleepers(timeout: .seconds(-1)) }
    other.expect(.failure(0, "Waited 0 s (a negative timeout, -1.00 s, counts as 0) for a sleeper on a clock"))
  }

  @Test func sleepers_thatHaveLeft_areNotThoseThatNeverWere() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(1))
    try await task.value
    let (_, host) = await recording { await clock.waitForSleepers(1, timeout: .zero) }
    #expect(host.failures.map(\.message) == ["Waited 0 s for a sleeper on a clock\n  at 1.000 s; no sleepers"])
  }

  /// A test that continues after the failure waits the whole timeout only once.
  @Test func sleepers_thatDidNotCome_areNotWaitedForAgain_untilOneComes() async throws {
    let (_, host) = await recording {
      await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) { _ = await clock.waitForSleepers(1) }
      await ExpectationDefaults.$timeout.withValue(.seconds(3600)) {
        #expect(await !clock.waitForSleepers(1))
        let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
        // An explicit timeout applies, and so does a wait for sleepers that were not missing.
        #expect(await clock.waitForSleepers(1, timeout: .seconds(60)))
        let second = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
        #expect(await clock.waitForSleepers(2))
        task.cancel()
        second.cancel()
      }
    }
    #expect(host.problems.map(\.line) == [1, 3])
    #expect(
      host.problems.allSatisfy {
        $0.firstLine.hasPrefix("Waited ") && $0.firstLine.hasSuffix(" for a sleeper on a clock")
      })
  }

  @Test func sleepsCancelsAndAdvances_atOnce_allEnd() async {
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask { [clock] in
          let task = Task { try await clock.sleep(for: .milliseconds(number % 17)) }
          if number.isMultiple(of: 3) { task.cancel() }
          if number.isMultiple(of: 5) { await clock.advance(by: .milliseconds(1)) }
          while !task.isCancelled, clock.now.offset < .milliseconds(17) { await clock.advance(by: .milliseconds(1)) }
          _ = await task.result
          await clock.run()
        }
      }
      await group.waitForAll()
    }
    #expect(clock.sleepers.isEmpty)
  }
}
