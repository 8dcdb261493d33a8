import Testing

@testable import Expectations

@Suite struct EventuallyTests {
  private struct Missing: Error, Equatable { var number: Int }

  private actor Account {
    var balance = 0
    func deposit(_ amount: Int) { balance += amount }
    func validate() throws { if balance < 3 { throw Missing(number: balance) } }
  }

  @Test(arguments: [1, 5]) func condition_isEvaluatedUntilItHolds(count: Int) async throws {
    let counter = Counter()
    try await eventually("evaluation \(count)", timeout: .seconds(60), pollingInterval: .microseconds(50)) {
      counter.next() == count
    }
    #expect(counter.value == count)
  }

  /// For example `user?.isReady`.
  @Test(arguments: [nil, false]) func optionalBool_thatIsNotTrue_isNotYet(value: Bool?) async {
    let (_, host) = await recording {
      await #expect(throws: RecordingHost.Stop.self) {
        try await eventually("ready", timeout: .milliseconds(1)) { value }
      }
    }
    host.expect(.failure(1, #"Timed out after 0.001 s: "ready" did not come true"#))
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
    try await eventually(succeeds: "no error", timeout: .seconds(60), pollingInterval: .microseconds(50)) {
      let number = counter.next()
      if number < 4 { throw Missing(number: number) }
    }
    #expect(counter.value == 4)
  }

  @Test func actor_isAwaited() async throws {
    let account = Account()
    Task { for _ in 1...3 { await account.deposit(1) } }
    try await eventually("three") { await account.balance == 3 }
    try await eventually(succeeds: "valid") { try await account.validate() }
    try await eventually("balance", equals: 3) { await account.balance }
  }

  @Test func failure_tellsTheJudgedValue_andStopsTheTest() async {
    let counter = Counter()
    let (_, host) = await recording {
      await #expect(throws: RecordingHost.Stop.self) {
        try await eventually("badge", equals: 0, timeout: .zero) { counter.next() }
      }
    }
    #expect(counter.value == 1)
    #expect(
      host.failures.map(\.text) == [
        "failure: Timed out after 0 s: \"badge\" did not come true\n  tried once, the last value was 1, expected 0"
      ])
    #expect(host.failures.map(\.line) == [1])
  }

  @Test func giveUp_endsItAtOnce() async {
    let (_, host) = await recording {
      try? await eventually(succeeds: "uploaded", timeout: .seconds(3600)) { throw GiveUpError("rejected") }
      try? await eventually(succeeds: "paid", timeout: .seconds(3600), options: [.givingUp { $0 is Missing }]) {
        throw Missing(number: 1)
      }
    }
    host.expect(
      .failure(1, #"Gave up on "uploaded" after #: rejected"#),
      .failure(2, #"Gave up on "paid" after #: Missing(number: 1)"#))
  }

  @Test func tooEarly_isAFailure() async {
    let (_, host) = await recording {
      try? await eventually("debounced", timeout: .seconds(3600), options: [.notBefore(.seconds(3600))]) { true }
    }
    host.expect(.failure(1, #""debounced" came true too early: after #, not before 3600.00 s"#))
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
    let hanging = Expectation("hanging", of: UnsafeContinuation<Bool, Never>.self)
    let (_, host) = await recording {
      try? await eventually(succeeds: "answered", timeout: .milliseconds(1)) {
        await withUnsafeContinuation { hanging.fulfill($0) }
      }
    }
    // If the condition hung forever, the sanitizer would report a leak.
    try await hanging.wait().resume(returning: false)
    host.expect(.failure(1, #"Condition still running after #: "answered""#))
  }

  @Test func cancellation_endsItWithoutAFailure() async {
    await expectNoProblems {
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
  }

  @Test func evaluation_thatThrowsWhenCancelled_endsItAsCancelled() async {
    let started = Expectation("started")
    let task = Task {
      try await eventually("never", timeout: .seconds(3600)) {
        started.fulfill()
        do { try await Task.sleep(for: .seconds(3600)) } catch { throw Refused() }
        return false
      }
    }
    await started.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func hangingEvaluation_whenCancelled_ends() async throws {
    let hanging = Expectation("hanging", of: UnsafeContinuation<Bool, Never>.self)
    try await expectNoProblems {
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
  }

  @Test func blockingForms_waitToo() async throws {
    let counter = Counter()
    try blocking {
      try eventually("third evaluation", timeout: .seconds(60), pollingInterval: .microseconds(50)) {
        counter.next() == 3
      }
      let value: Int = try eventually("a number") { [1].first }
      #expect(value == 1)
      try eventually(succeeds: "no error") { try Task.checkCancellation() }
      try eventually("four", equals: 4) { counter.next() }
    }
  }

  /// The body runs on the actor of the caller, so nothing has to be `Sendable`.
  @MainActor @Test func body_onAnActor_usesWhatIsThere() async throws {
    var evaluations = 0
    try await eventually {
      await Task.yield()
      evaluations += 1
      return evaluations == 2
    }
    #expect(evaluations == 2)
  }
}
