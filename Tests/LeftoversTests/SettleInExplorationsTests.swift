import Expectations
import Exploration
import Leftovers
import TestSupport
import Testing

/// Explorations whose body goes on when its tasks have settled: in each order, nothing is left that could go on.
@Suite(.whereTasksAreControlled) struct SettleInExplorationsTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func runningTasks_areAwaited() async {
    let report = await explore(.exhaustive(deviations: 2)) {
      let steps = Steps()
      for _ in 0..<2 {
        Task {
          for _ in 0..<2 {
            await Task.yield()
            await steps.add()
          }
        }
      }
      await settle()
      #expect(await steps.count == 4)
    }
    #expect(report.outcome == .passed)
    #expect(report.schedules > 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func sleepingTasks_areAwaited() async {
    let report = await explore(schedules: 50) {
      let steps = Steps()
      let clock = ExplorationClock()
      let start = clock.now
      Task {
        try? await Task.sleep(for: .seconds(60))
        await steps.add()
      }
      await settle()
      #expect(await steps.count == 1)
      #expect(start.duration(to: clock.now) >= .seconds(60))
    }
    #expect(report.outcome == .passed)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func manualClockAndStream_areNotAwaited() async {
    let report = await explore(schedules: 100) {
      let clock = ManualClock()
      let steps = Steps()
      let (stream, input) = AsyncStream.makeStream(of: Int.self)
      let sleeper = Task {
        try? await clock.sleep(for: .seconds(1))
        await steps.add()
      }
      let consumer = Task { for await _ in stream { await steps.add() } }
      await settle()
      #expect(await steps.count == 0)
      await clock.advance(by: .seconds(1))
      await settle()
      #expect(await steps.count == 1)
      input.yield(1)
      await settle()
      #expect(await steps.count == 2)
      input.finish()
      await settle()
      await sleeper.value
      await consumer.value
    }
    #expect(report.outcome == .passed, "\(report)")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func severalAtOnce_allReturn() async {
    let report = await explore(schedules: 50) {
      let steps = Steps()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            await settle()
            await steps.add()
          }
        }
      }
      #expect(await steps.count == 3)
    }
    #expect(report.outcome == .passed)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func withoutIt_aTestThatIsTooEarly_fails() async throws {
    var report: ExplorationReport?
    let found = await issues {
      report = await explore(.exhaustive(deviations: 2)) {
        let steps = Steps()
        Task { await steps.add() }
        await Task.yield()
        let count = await steps.count
        await settle()
        if count == 0 { throw TooEarly() }
      }
    }
    #expect(report?.outcome == .failed)
    #expect(found.count == 1)
    #expect(report?.description.contains("all tasks  have ended or wait") == true, "\(found)")
  }

  private struct TooEarly: Error {}
}

private actor Steps {
  private(set) var count = 0
  func add() { count += 1 }
}
