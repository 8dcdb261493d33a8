import Dispatch
import Expectations
import Testing

/// Each test with a marked line has one problem; the other tests have none.
@Suite struct SuspendingFailureTests {
  @Test func asyncTimeout_boolForm() async {
    let never = Expectation("never")
    await never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  private func waitInAHelper(sourceLocation: SourceLocation = #_sourceLocation) async {
    await ExpectationDefaults.$sourceLocation.withValue(sourceLocation) {
      await Expectation("never").wait(timeout: .milliseconds(20))
    }
  }

  @Test func asyncTimeout_inAHelper() async {
    await waitInAHelper()  // FAILS HERE
  }

  @Test func asyncTimeout_insideExpect() async throws {
    let never = Expectation("never", of: Bool.self)
    #expect(try await never.wait(timeout: .milliseconds(20)))  // FAILS HERE
  }

  @Test @MainActor func asyncTimeout_onTheMainActor() async {
    let never = Expectation("never")
    await never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func asyncTimeout_ofAny() async {
    let never = Expectation("never")
    let neither = Expectation("neither")
    await wait(forAnyOf: [never, neither], timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func asyncTimeout_ofValues() async throws {
    let done = Expectation("done", of: Int.self)
    let never = Expectation("never", of: Int.self)
    done.fulfill(1)
    try await values(of: done, never, timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func asyncBody_thatDoesNotEnd() async throws {
    try await within(.milliseconds(20)) { try await Task.sleep(for: .seconds(3600)) }  // FAILS HERE
  }

  @Test func asyncOtherValue() async throws {
    let badge = Expectation("badge", of: Int.self)
    badge.fulfill(3)
    try await badge.wait(equals: 4)  // FAILS HERE
  }

  @Test func asyncSuccess_whereAnErrorIsExpected() async throws {
    let removed = Expectation("removed")
    removed.errorHandler(nil)
    try await removed.failure()  // FAILS HERE
  }

  @Test func asyncTimeout_inADetachedTask() async {
    let never = Expectation("never")
    let waiting = Task.detached {
      await never.wait(timeout: .milliseconds(20))  // FAILS HERE
    }
    _ = await waiting.value
  }

  @Test func asyncTimeout_thenFulfilledLate() async {
    let late = Expectation("late")
    await late.wait(timeout: .milliseconds(20))  // FAILS HERE
    late.fulfill()
  }

  @Test func asyncOverFulfilled_beforeTheWait() async {
    let once = Expectation("once")
    once.fulfill()
    once.fulfill()  // FAILS HERE
    await once.wait()
  }

  @Test func asyncOverFulfilled_beforeTheThrowingWait() async throws {
    let once = Expectation("once", of: Int.self)
    once.fulfill(1)
    once.fulfill(2)  // FAILS HERE
    try await once.wait()
  }

  @Test func asyncOverFulfilled_beyondARange() async {
    let few = Expectation("few", count: 1...2)
    for _ in 1...2 { few.fulfill() }
    few.fulfill()  // FAILS HERE
    await few.wait()
  }

  @Test func asyncMustNotHappen_before() async {
    let alarm = Expectation("alarm", count: 0)
    alarm.fulfill()  // FAILS HERE
    await alarm.wait(timeout: .milliseconds(20))
  }

  @Test func asyncMustNotHappen_during() async {
    let alarm = Expectation("alarm", count: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
      alarm.fulfill()  // FAILS HERE
    }
    await alarm.wait()
  }

  @Test func asyncMustNotHappen_byItsHandler() async {
    let alarm = Expectation("alarm", of: Int.self, count: 0)
    alarm.handler(1)
    await wait(for: [alarm], timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func asyncNeverWaitedFor() async {
    _ = Expectation("forgotten")  // FAILS HERE
  }

  @Test func asyncImpossibleCount() async {
    let absurd = Expectation("absurd", count: -1)  // FAILS HERE
    await absurd.wait(timeout: .milliseconds(20))
  }

  @Test func asyncError_thatIsNotThrown() async {
    let loaded = Expectation("loaded")
    Task.detached { loaded.fulfill(throwing: LoadError.refused) }
    await loaded.wait()  // FAILS HERE
  }

  @Test func asyncError_thrown() async throws {  // FAILS HERE
    let loaded = Expectation("loaded", of: Int.self)
    Task.detached { loaded.fulfill(throwing: LoadError.refused) }
    try await loaded.wait()
  }

  @Test func asyncEmptyList() async {
    await wait(for: [])  // FAILS HERE
  }

  @Test func asyncUnharmed() async {
    let done = Expectation("done")
    DispatchQueue.global().async { done.fulfill() }
    #expect(await done.wait())
  }
}
