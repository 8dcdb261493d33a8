import Expectations
import Testing

/// Each test with a marked line has one problem; the other tests have none.
@Suite struct SuspendingFailureTests {
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
    await Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
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

  @Test func asyncEmptyList() async {
    await wait(for: [])  // FAILS HERE
  }
}
