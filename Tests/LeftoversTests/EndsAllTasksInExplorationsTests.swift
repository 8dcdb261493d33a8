import Expectations
import Exploration
import Leftovers
import TestSupport
import Testing

/// Explorations of code whose tasks end in each order, or not in all of them.
@Suite(.whereTasksAreControlled) struct EndsAllTasksInExplorationsTests {
  /// The consumer ends if the stream has been finished, or if the task that would finish it is not canceled before.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func taskThatIsLeftInOneOrder_isFound() async throws {
    let found = await issues {
      let report = await explore(.exhaustive(deviations: 2)) {
        await endsAllTasks {
          let (numbers, input) = AsyncStream.makeStream(of: Int.self)
          Task { for await _ in numbers {} }
          let finisher = Task { if !Task.isCancelled { input.finish() } }
          Task { finisher.cancel() }
        }
      }
      #expect(report.outcome != .passed)
    }
    let text = try #require(found.first?.text)
    #expect(text.contains("Not all tasks of this code have ended"), "\(text)")
    #if DEBUG
      let line = "a task waits for the next element of a stream at EndsAllTasksInExplorationsTests.swift:16"
      #expect(text.contains(line) || isOfAPart(text) || !NeededToolchain.readsTasks, "\(text)")
    #endif
    #expect(!text.contains("Not under control"), "\(text)")
  }

  /// The time for it passes while all tasks sleep.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func tasksThatEnd_pass() async {
    let report = await explore(schedules: 50) {
      await endsAllTasks(within: .seconds(600)) {
        for number in 1...3 { Task { try? await Task.sleep(for: .seconds(100 * number)) } }
      }
    }
    #expect(report.outcome == .passed)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func handlerThatIsHeld_isFound() async throws {
    let held = Locked<(@Sendable () -> Void)?>(nil)
    let found = await issues {
      await explore(schedules: 10) {
        await endsAllTasks {
          let loaded = Expectation("loaded")
          held.withLock { $0 = loaded.handler }
          loaded.fulfill()
          await loaded.wait()
        }
      }
    }
    #expect(found.first?.text.contains("a handler of \"loaded\"") == true, "\(found)")
  }
}
