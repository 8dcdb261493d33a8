#if os(Linux)
  import Dispatch
  import Expectations
  import Foundation
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.realTime, .fullControl) struct BlockedTests {
    /// Code that blocks its thread until the test lets it go.
    private static func block(until mayGo: DispatchSemaphore) {
      mayGo.wait()
    }

    private static let lineOfBlock = #line - 3

    /// How long a step may take here, in nanoseconds.
    private static let shortLimit = 1_000_000_000

    private static func recordingWithShortLimit(
      _ body: () async -> ExplorationReport
    ) async -> (ExplorationReport, RecordingHost) {
      await recordingAsync { await Watchdog.$stepLimit.withValue(shortLimit) { await body() } }
    }

    @Test func explore_aStepThatBlocks_failsAndIsAbandoned() async throws {
      let mayGo = DispatchSemaphore(value: 0)
      defer { mayGo.signal() }
      let (report, host) = await Self.recordingWithShortLimit {
        await explore("saving") { @MainActor in Self.block(until: mayGo) }
      }
      #expect(report.outcome == .stuck)
      #expect(report.schedules == 1)
      try #require(host.texts.count == 1)
      var lines = host.textLines
      #if arch(x86_64)
        let thread = lines.remove(at: 1)
        // An optimized function may have no line, and a busy machine no time for the names of the toolchain.
        #expect(thread.hasPrefix("  the thread: "))
        #if DEBUG
          #expect(thread.contains(", called at BlockedTests.swift:\(Self.lineOfBlock)"))
        #endif
      #endif
      #expect(
        lines == [
          "saving: Blocked under schedule 1: one step takes more than 1 s",
          "  Its code computes, or blocks the thread on which all tasks of the body run: with a semaphore or a lock, for"
            + " example.",
          "repeat: explore(replay: \"x1-00EW\"),"
            + " or EXPECTATIONS_REPLAY=x1-00EW@explore_aStepThatBlocks_failsAndIsAbandoned",
        ])
      // Nothing else is blocked: not the main actor, nor the next exploration.
      await MainActor.run {}
      await explore { await MainActor.run {} }
    }

    /// The first schedule runs several times, which are no schedules of their own.
    @Test func explore_aStepThatBlocksLater_isCountedBySchedules() async {
      let mayGo = DispatchSemaphore(value: 0)
      defer { mayGo.signal() }
      let (report, _) = await Self.recordingWithShortLimit {
        await explore {
          let order = Locked("")
          let one = Task { order.withLock { $0 += "a" } }
          let other = Task { order.withLock { $0 += "b" } }
          await one.value
          await other.value
          if order.withLock({ $0 }) == "ba" { Self.block(until: mayGo) }
        }
      }
      #expect(report.outcome == .stuck)
      #expect((2...3).contains(report.schedules))
    }

    /// A computer under the thread sanitizer takes seconds to look up the first lines.
    @Test(.ownThreads) func run_workOfTheExploration_isNoStep() {
      let (isBlocked, hasSlept) = (Locked(false), Locked(false))
      ProgramTests.withScheduler { scheduler in
        scheduler.beforeStep = { _ in
          guard !hasSlept.withLock({ $0 }) else { return }
          hasSlept.withLock { $0 = true }
          // Simulates work that takes longer than a step may.
          Thread.sleep(forTimeInterval: 1.5)
        }
        scheduler.watchdog.watch(limit: Self.shortLimit, whenBlocked: { isBlocked.withLock { $0 = true } }) {
          _ = scheduler.run(.arrivalOrder, logs: true) {}
        }
        scheduler.beforeStep = nil
      }
      #expect(hasSlept.withLock { $0 })
      #expect(!isBlocked.withLock { $0 })
    }

    /// In a process of its own, where no other test holds the pool: a task of the pool must end all these steps.
    @Test(.ownThreads) func explore_inManyAsyncTests_leavesThePoolFree() async {
      await #expect(processExitsWith: .success) {
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        let (arrived, mayGo) = (Locked(0), Locked(false))
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<count {
            group.addTask {
              await explore(schedules: 1) {
                arrived.withLock { $0 += 1 }
                mayGo.block()
              }
            }
          }
          group.addTask {
            while arrived.withLock({ $0 }) < count { await Task.yield() }
            mayGo.withLock { $0 = true }
          }
        }
      }
    }

    /// The failure is recorded while the step blocks the main thread, and stays one when the step returns.
    @Test(.ownThreads) func explore_aStepOfTheMainThreadThatReturns_hasFailed() async {
      await #expect(processExitsWith: .success) {
        let (report, host) = await recordingAsync { await Self.exploreOnMainThread() }
        guard report.outcome == .stuck, report.description == host.texts.first else { exit(2) }
        guard host.texts.count == 1 else { exit(3) }
      }
    }

    @MainActor private static func exploreOnMainThread() -> ExplorationReport {
      Watchdog.$stepLimit.withValue(shortLimit) { explore(schedules: 1) { usleep(2_500_000) } }
    }

    @TaskLocal static var value = 0

    @Test func explore_onItsOwnThread_hasTheTaskLocalValuesOfTheTest() async {
      await Self.$value.withValue(7) {
        await explore(schedules: 1) { #expect(Self.value == 7) }
        Self.exploreBlocking()
      }
    }

    private static func exploreBlocking() { explore(schedules: 1) { #expect(Self.value == 7) } }
  }
#endif
