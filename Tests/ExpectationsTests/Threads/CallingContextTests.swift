import Dispatch
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
    let report = outcome(of: Expectation("done"), timeout: .milliseconds(1))
    #expect(report.outcome == .timedOut)
    #expect(report.description.contains("this wait blocked a thread of the concurrency pool; use `await`"))
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
    let report = outcome(of: Expectation("done"), timeout: .milliseconds(1))
    #expect(report.description.contains("this wait blocked the main queue and the main actor"))
  }

  /// The thread also belongs to the pool, but the queue matters.
  @Test func wait_inABlockOfAQueue_inATask_saysThatItBlockedTheQueue() {
    let report = DispatchQueue(label: "com.app.store").sync {
      outcome(of: Expectation("done"), timeout: .milliseconds(1))
    }
    #expect(report.waitedOn == "queue \"com.app.store\"")
    #expect(report.description.contains("this wait blocked the queue \"com.app.store\""))
  }

  @Test @MainActor func suspendingWait_onTheMainActor_letsItGoOn() async {
    let done = Expectation("done", fulfilledOn: .main)
    DispatchQueue.main.async { done.fulfill() }
    #expect(await done.wait(timeout: .seconds(10)))
    MainActor.preconditionIsolated()
  }

  @Test(.ownThreads) func withoutATestFramework_failuresGoToStandardError_andTheWaitThrows() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      HostOverride.withHost(ConsoleHost.shared) {
        let (saved, loaded) = (Expectation("saved"), Expectation("loaded", of: Int.self))
        guard !saved.wait(timeout: .zero) else { fatalError("it was not saved") }
        do {
          try loaded.wait(timeout: .zero)
          fatalError("it was not loaded")
        } catch let failure as WaitError {
          guard failure.report.outcome == .timedOut else { fatalError("\(failure)") }
        } catch {
          fatalError("\(error)")
        }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("CallingContextTests.swift:"))
    #expect(text.contains(": failure: Timed out after 0 s waiting for \"saved\"\n  ✘ \"saved\"  0 of 1"))
    #expect(text.contains("\"loaded\"  0 of 1"))
  }
}
