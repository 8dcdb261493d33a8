import Expectations
import Testing

/// A test that cancels itself never reached its waits: it is canceled, and nothing else.
@Suite struct CancelTests {
  @Test func cancel_whileAnExpectationLives() throws {
    let saved = Expectation("saved")
    _ = saved
    try Test.cancel("no network")
  }

  @Test func cancel_async_whileAnExpectationLives() async throws {
    let saved = Expectation("saved")
    await Task.yield()
    withExtendedLifetime(saved) {}
    try Test.cancel("no network")
  }

  @Test func cancel_whileARecorderHasEvents() throws {
    let events = Recorder<Int>("events")
    events.record(1)
    try Test.cancel("no network")
  }

  @Test(arguments: 1...3) func cancel_ofOneCase(number: Int) async throws {
    let saved = Expectation("saved")
    if number == 2 { try Test.cancel("no network") }
    saved.fulfill()
    await saved.wait()
  }

  @Test func cancel_inACondition() async throws {
    try await eventually("connected") { try await hasConnection() }
  }

  @Test func cancel_inABlockingCondition() throws {
    try eventually("connected") { try Test.cancel("no network") }
  }

  @Test func cancel_withinALimit() async throws {
    #expect(try await within(.seconds(60)) { try await hasConnection() })
  }

  @Test func priority_withinALimit_isThatOfTheCaller() async throws {
    let priority = try await Task.detached(priority: .background) {
      try await within(.seconds(60)) { Task.currentPriority }
    }.value
    #expect(priority >= .background)
  }

  @Test func priority_ofAConditionInATask_isThatOfTheCaller() async throws {
    let seen = Expectation("seen", of: TaskPriority.self)
    Task.detached(priority: .high) {
      try await eventually("seen") {
        await Task.yield()
        seen.fulfill(Task.currentPriority)
        return true
      }
    }
    #expect(try await seen.wait() == .high)
  }
}

/// Where there is no network, the test cannot go on.
private func hasConnection(in environment: [String: String] = [:]) async throws -> Bool {
  await Task.yield()
  guard environment["NETWORK"] != nil else { try Test.cancel("no network") }
  return true
}
