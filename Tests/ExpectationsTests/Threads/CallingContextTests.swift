import Dispatch
import TestSupport
import Testing

@testable import Expectations

/// Blocking waits in Swift Testing, where the main thread is parked and tests run on the concurrency pool.
@Suite struct CallingContextTests {
  @Test func wait_inASynchronousTest_isServedByTheMainQueue() {
    let done = Expectation("done", fulfilledOn: .main)
    DispatchQueue.main.async { done.fulfill() }
    #expect(done.wait(timeout: .seconds(10)))
  }

  @Test func wait_inASynchronousTest_thatTimesOut_saysThatItBlockedThePool() {
    let line = #line
    let report = outcome(of: Expectation("done"), timeout: .milliseconds(1))
    #expect(report.outcome == .timedOut)
    #expect(
      SteadyText.of(report.description) == """
        Timed out after 0.001 s waiting for "done"
          ✘ "done"  0 of 1   created at CallingContextTests.swift:\(line + 1)
          this wait blocked a thread of the concurrency pool; use `await`
        """)
  }

  @Test @MainActor func wait_onTheMainActor_forWhatComesThere_failsAtOnce() {
    let done = Expectation("done", fulfilledOn: .main)
    DispatchQueue.main.async { done.fulfill() }
    let report = outcome(of: done, timeout: .seconds(60))
    #expect(
      report.outcome
        == .cannotComplete("\"done\" is fulfilled on the main queue, which this wait blocks; use `await` instead"))
  }

  @Test @MainActor func wait_onTheMainActor_thatTimesOut_saysThatItBlockedTheMainQueue() {
    let line = #line
    let report = outcome(of: Expectation("done"), timeout: .milliseconds(1))
    #expect(
      SteadyText.of(report.description) == """
        Timed out after 0.001 s waiting for "done"
          ✘ "done"  0 of 1   created at CallingContextTests.swift:\(line + 1)
          this wait blocked the main queue and the main actor: nothing else could run there; use `await`
        """)
  }

  /// The thread also belongs to the pool, but the queue matters.
  @Test func wait_inABlockOfAQueue_inATask_saysThatItBlockedTheQueue() {
    let line = #line
    let report = DispatchQueue(label: "com.app.store").sync {
      outcome(of: Expectation("done"), timeout: .milliseconds(1))
    }
    #expect(report.waitedOn == "queue \"com.app.store\"")
    #expect(
      SteadyText.of(report.description) == """
        Timed out after 0.001 s waiting for "done"
          ✘ "done"  0 of 1   created at CallingContextTests.swift:\(line + 2)
          this wait blocked the queue "com.app.store": if it is serial, nothing else could run there
        """)
  }

  @Test @MainActor func suspendingWait_onTheMainActor_letsItGoOn() async {
    let done = Expectation("done", fulfilledOn: .main)
    DispatchQueue.main.async { done.fulfill() }
    #expect(await done.wait(timeout: .seconds(10)))
    MainActor.preconditionIsolated()
  }

  @Test(.ownThreads) func withoutATestFramework_failuresGoToStandardError_andTheWaitThrows() async throws {
    let line = #line
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      HostOverride.withHost(ConsoleHost.shared) {
        let (saved, loaded) = (Expectation("saved").held(), Expectation("loaded", of: Int.self).held())
        guard !saved.wait(timeout: .zero) else { fatalError("it was not saved") }
        do {
          try loaded.wait(timeout: .zero)
          fatalError("it was not loaded")
        } catch let failure as WaitError {
          guard failure.report?.outcome == .timedOut else { fatalError("\(failure)") }
        } catch {
          fatalError("\(error)")
        }
      }
    }
    let errors = try ChildProcess.errors(result)
    #expect(
      errors == [
        "\(#filePath):\(line + 1): failure: Timed out after 0 s waiting for \"saved\"",
        "  ✘ \"saved\"  0 of 1   created at CallingContextTests.swift:\(line + 1)",
        "  with this timeout, the wait checks once and does not sleep",
        "\(#filePath):\(line + 1): failure: Timed out after 0 s waiting for \"loaded\"",
        "  ✘ \"loaded\"  0 of 1   created at CallingContextTests.swift:\(line + 1)",
        "  with this timeout, the wait checks once and does not sleep",
      ])
  }
}
