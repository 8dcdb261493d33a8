import Dispatch
import Foundation
import Testing

@testable import Expectations

/// Where a wait is called, which decides whether it blocks a queue that others need.
@Suite struct CallingContextTests {
  @Test func pool() { #expect(CallingContext.current == .task && ThreadLabel.current == .pool) }

  @Test @MainActor func mainActor() { #expect(CallingContext.current == .mainQueueJob && ThreadLabel.current == .main) }

  @Test func queueWithALabel_evenInATask() {
    let queue = DispatchQueue(label: "com.app.store")
    #expect(queue.sync { CallingContext.current } == .queue("com.app.store"))
    #expect(queue.sync { ThreadLabel.current } == .queue("com.app.store"))
  }

  /// What runs on it keeps the main queue from running.
  @Test func queueWhoseTargetIsTheMainQueue() async throws {
    let found = Expectation("queue", of: CallingContext.self)
    DispatchQueue(label: "com.app.view", target: .main).async { found.fulfill(.current) }
    #expect(try await found.wait() == .mainQueueJob)
  }

  @Test func threadsAndQueuesWithoutALabel() async throws {
    let found = ["thread", "global queue"].map { Expectation($0, of: (CallingContext, ThreadLabel).self) }
    Thread { found[0].fulfill((.current, .current)) }.start()
    DispatchQueue.global().async { found[1].fulfill((.current, .current)) }
    for (context, label) in try await values(of: found) { #expect(context == .thread && label == .background) }
  }

  @Test func blockOfTheMainQueue() async throws {
    let found = Expectation("main queue", of: (CallingContext, ThreadLabel).self)
    DispatchQueue.main.async { found.fulfill((.current, .current)) }
    let (context, label) = try await found.wait()
    // In a run of Swift Testing, the main thread is parked in the main queue, and a block there is a job of it.
    #expect([.mainThread, .mainQueueJob].contains(context) && label == .main)
  }

  @Test func names() {
    #expect(
      [CallingContext.mainThread, .mainQueueJob, .task, .queue("upload"), .thread, .suspended].map(\.name) == [
        "main thread", "main queue", "concurrency pool", "queue \"upload\"", "thread", "suspended",
      ])
  }
}
