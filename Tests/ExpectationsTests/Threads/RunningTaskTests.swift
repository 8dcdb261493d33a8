import Dispatch
import Foundation
import Testing

@testable import Expectations

/// Detects whether a task runs the calling code, and of what kind. That depends on the runtime.
@Suite struct RunningTaskTests {
  @Test func test_runsInATask() { #expect(RunningTask.exists) }

  @Test func tasks_exist_whereTheyRun() async {
    async let ofChild = RunningTask.exists
    #expect(await ofChild)
    #expect(await Task.detached { RunningTask.exists }.value)
    #expect(await Task { @MainActor in RunningTask.exists }.value)
  }

  @Test func threadsAndQueues_runNone() async throws {
    let findings = ["thread", "global queue", "main queue"].map { Expectation($0, of: Bool.self) }
    Thread { findings[0].fulfill(RunningTask.exists) }.start()
    DispatchQueue.global().async { findings[1].fulfill(RunningTask.exists) }
    DispatchQueue.main.async { findings[2].fulfill(RunningTask.exists) }
    #expect(try await values(of: findings) == [false, false, false])
  }

  @Test func isAsyncLet_inItsTask_andInNoOther() async {
    @Sendable func isAsyncLet() async -> Bool { RunningTask.isAsyncLet }
    async let inAsyncLet = isAsyncLet()
    #expect(await inAsyncLet)
    #expect(!RunningTask.isAsyncLet)
    #expect(await !Task { RunningTask.isAsyncLet }.value)
    #expect(await !Task.detached { RunningTask.isAsyncLet }.value)
    let inGroup = await withTaskGroup { group in
      group.addTask { RunningTask.isAsyncLet }
      return await group.next()
    }
    #expect(inGroup == false)
  }

  @Test func numbers_areOfOneTask() async throws {
    let number = try #require(RunningTask.number)
    #expect(RunningTask.number == number)
    let others = await [Task { RunningTask.number }.value, Task { RunningTask.number }.value]
    #expect(Set(others + [number]).count == 3)
  }
}
