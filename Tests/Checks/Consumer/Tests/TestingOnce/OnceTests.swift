import Dispatch
import Expectations
import Testing
import XCTestCompatibility

/// Each problem is one failure.
@Suite struct OnceTests {
  @Test(arguments: 1...3) func failedWait_ofACase(number: Int) async throws {
    let (first, second) = (Expectation("first", of: Int.self), Expectation("second", of: Int.self))
    try await first.wait(timeout: .milliseconds(1))  // FAILS HERE
    try await second.wait(timeout: .milliseconds(1))
  }

  @Test func mustNotHappen_neverWaitedFor() {
    let failed = Expectation("failed", count: 0)
    failed.fulfill()  // FAILS HERE
  }

  @Test func assertion_inAPolledBody() async throws {
    var evaluations = 0
    try await eventually("three") {
      evaluations += 1
      try #require(evaluations > 3)  // FAILS HERE
      return true
    }
  }

  @Test func taskThatTheTestCancels() async {
    let work = Task {
      let saved = Expectation("saved")  // FAILS HERE
      while !Task.isCancelled { await Task.yield() }
      withExtendedLifetime(saved) {}
    }
    work.cancel()
    await work.value
  }

  @Test func skip_deliveredToAWaitThatCannotThrow() async {
    let loaded = Expectation("loaded")
    loaded.fulfill(throwing: CancellationError())
    await loaded.wait()  // FAILS HERE
  }

  /// The test stops before it waits for `later`. Its wait for `second` does not make that a failure.
  @Test func laterExpectation_ofATestThatStops() async throws {
    let (first, second, later) = (Expectation("first", of: Int.self), Expectation("second"), Expectation("later"))
    do {
      try await first.wait(timeout: .milliseconds(1))  // FAILS HERE
    } catch {
      await withKnownIssue { _ = await second.wait(timeout: .milliseconds(1)) }
      throw error
    }
    await later.wait()
  }

  /// An expectation of the cleanup does not mean that the test goes on.
  @Test func laterExpectation_ofATestThatStops_andCleansUp() throws {
    let (first, later) = (Expectation("first", of: Int.self), Expectation("later"))
    defer {
      let closed = Expectation("closed")
      closed.fulfill()
      closed.wait()
    }
    try first.wait(timeout: .milliseconds(1))  // FAILS HERE
    later.wait()
  }

  /// A wait that throws stops the test: it must not pass.
  @Test func extra_thatAKnownIssueMatched_inASecondWait() async throws {  // FAILS HERE
    let loaded = Expectation("loaded", of: Int.self)
    loaded.fulfill(1)
    loaded.fulfill(2)
    for _ in 1...2 { await withKnownIssue { _ = try await loaded.wait() } }
    try await loaded.wait()
  }

  @Test func waitForExpectations_ofATestThatGoesOn() async {
    let first = Expectation("first", of: Int.self)
    _ = try? await first.wait(timeout: .milliseconds(1))  // FAILS HERE
    expectation(description: "second").fulfill()
    await waitForExpectations(timeout: 60)
  }

  // MARK: Nothing wrong

  @Test func extra_beforeAWait_isMatchedByAKnownIssue() async {
    for _ in 1...20 {
      let done = Expectation("done")
      done.fulfill()
      DispatchQueue.global().sync { done.fulfill() }
      await withKnownIssue { _ = await done.wait() }
    }
  }

  /// Calls of a child task of a case belong to the case.
  @Test(arguments: 1...3) func wait_inAChildTaskOfACase_isMatchedByAKnownIssue(number: Int) async {
    let (done, twice, events) = (Expectation("done"), Expectation("twice"), Recorder<Int>("events"))
    twice.fulfill()
    twice.fulfill()
    await withKnownIssue {
      await withTaskGroup { group in
        group.addTask { _ = await done.wait(timeout: .milliseconds(1)) }
        await group.waitForAll()
      }
    }
    await withKnownIssue {
      await withTaskGroup { group in
        group.addTask { _ = await twice.wait() }
        await group.waitForAll()
      }
    }
    await withKnownIssue {
      await withTaskGroup { group in
        group.addTask { _ = await events.skip(timeout: .milliseconds(1)) }
        await group.waitForAll()
      }
    }
    await withKnownIssue {
      let isDone = try await within(.seconds(60)) { () async throws -> Bool in
        await done.wait(timeout: .milliseconds(1))
      }
      #expect(isDone == false)
    }
  }
}
