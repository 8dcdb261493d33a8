import Dispatch
import Foundation
import Testing

@testable import Expectations

/// Detects whether a task runs the calling code. The detection depends on the runtime's representation of a task.
@Suite struct RunningTaskTests {
  @Test func test_runsInATask() { #expect(RunningTask.exists) }

  @Test func tasks_exist_whereTheyRun() async {
    async let ofChild = RunningTask.exists
    #expect(await ofChild)
    #expect(await Task.detached { RunningTask.exists }.value)
    #expect(await Task { @MainActor in RunningTask.exists }.value)
  }

  @Test func threadsAndQueues_runNone() async throws {
    let findings = Recorder<Bool>("tasks found")
    Thread { findings.record(RunningTask.exists) }.start()
    #expect(try await findings.next() == false)
    DispatchQueue.global().async { findings.record(RunningTask.exists) }
    #expect(try await findings.next() == false)
    DispatchQueue.main.async { findings.record(RunningTask.exists) }
    #expect(try await findings.next() == false)
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
    #expect(blocking { !RunningTask.isAsyncLet })
  }
}
