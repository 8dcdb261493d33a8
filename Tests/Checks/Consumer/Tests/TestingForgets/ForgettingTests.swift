import Dispatch
import Expectations
import Testing

/// Nothing waits for the expectations of these tests, or nothing awaits the wait, and the work outlives the tests. Each
/// test passes, but the run must fail and name the test.
@Suite struct ForgettingTests {
  private static let minute = DispatchTimeInterval.seconds(60)

  @Test func workHoldsTheExpectation() {
    let saved = Expectation("saved")  // FAILS HERE
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.minute) { saved.fulfill() }
  }

  @Test func globalHoldsTheHandler() {
    let loaded = Expectation("loaded", of: Int.self)  // FAILS HERE
    held.keep(loaded.handler)
  }

  @Test func globalHoldsARecorder() {
    let events = Recorder<Int>("events")  // FAILS HERE
    events.record(1)
    held.keep { events.record($0) }
  }

  @Test func globalHoldsTheHandlerOfWhatMustNotHappen() {
    let failed = Expectation("failed", of: Int.self, count: 0)
    held.keep(failed.handler)
    failed.fulfill(1)  // FAILS HERE
  }

  @Test func globalHoldsTheHandler_andTheTestReadsOneTooMany() {
    let loaded = Expectation("loaded", of: Int.self)
    held.keep(loaded.handler)
    loaded.fulfill(1)
    loaded.fulfill(2)  // FAILS HERE
    #expect(loaded.values == [1, 2])
  }

  @Test(arguments: 1...3) func workHoldsTheExpectation_ofACase(number: Int) {
    let saved = Expectation("saved \(number)")
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.minute) { saved.fulfill() }
    saved.fulfill()
    #expect(saved.fulfillmentCount == 1)
  }

  @Test @MainActor func waitIsInATaskThatNothingAwaits() async {
    let saved = Expectation("saved")
    Task { await saved.wait(timeout: .seconds(60)) }  // FAILS HERE
    await tasksHaveBegun()
  }

  @Test @MainActor func conditionIsInATaskThatNothingAwaits() async {
    Task { try await eventually("done", timeout: .seconds(60)) { false } }  // FAILS HERE
    await tasksHaveBegun()
  }

  @Test @MainActor func nextIsInATaskThatNothingAwaits() async {
    let events = Recorder<Int>("events")
    Task { _ = try await events.next(timeout: .seconds(60)) }  // FAILS HERE
    await tasksHaveBegun()
  }

  // MARK: Nothing wrong

  @Test func globalHoldsTheHandler_butTheTestWaits() async throws {
    let loaded = Expectation("loaded", of: Int.self, count: 1...)
    held.keep(loaded.handler)
    loaded.fulfill(1)
    #expect(try await loaded.wait() == 1)
  }

  @Test func globalHoldsTheHandler_butTheTestReadsTheValues() {
    let loaded = Expectation("loaded", of: Int.self)
    held.keep(loaded.handler)
    #expect(loaded.values == [])
  }

  @Test func workOutlivesTheTest_butNoneIsExpectedYet() async {
    let saved = Expectation("saved")
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.minute) { saved.fulfill() }
    await saved.expectNone(for: .milliseconds(1))
  }

  @Test func cancelledWait() async {
    let saved = Expectation("saved")
    let task = Task { await saved.wait(timeout: .seconds(60)) }
    task.cancel()
    #expect(await !task.value)
  }
}

/// Returns when the tasks that the main actor was given before have begun to wait. It runs them in their order.
@MainActor private func tasksHaveBegun() async { await Task {}.value }

private final class Held: @unchecked Sendable {
  private let queue = DispatchQueue(label: "held")
  private var handlers: [@Sendable (Int) -> Void] = []

  func keep(_ handler: @escaping @Sendable (Int) -> Void) { queue.sync { handlers.append(handler) } }
}

private let held = Held()
