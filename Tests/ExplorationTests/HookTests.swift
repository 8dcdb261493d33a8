#if os(Linux)
  import Synchronization
  import TestSupport
  import Testing

  @testable import Exploration

  /// Other libraries that use the hook of the global executor. They change it for the process, so each test has its
  /// own.
  @Suite(.fullControl) struct HookTests {
    private static var variable: UnsafeMutablePointer<GlobalEnqueueHook.Hook?> {
      get throws {
        try #require(RuntimeSymbol.address(GlobalEnqueueHook.variableName)).assumingMemoryBound(
          to: GlobalEnqueueHook.Hook?.self)
      }
    }

    /// Whether an exploration controls tasks of `Task {}`.
    private static func controlsTasks() -> Bool {
      let (report, _) = recording { explore(body: Program.lostUpdate.buggy) }
      return report.outcome == .failed && report.fromOutside == 0
    }

    @Test(.ownThreads) func explore_afterAnotherLibraryWroteNil_controlsTasks() async {
      await #expect(processExitsWith: .success) {
        let variable = try HookTests.variable
        #expect(HookTests.controlsTasks())
        // `withMainSerialExecutor` takes any hook for its own, and would leave it there.
        #expect(variable.pointee == nil)
        variable.pointee = nil
        #expect(HookTests.controlsTasks())
        // A test that runs at the same time may write, too. The next run finds out.
        _ = recording { explore(schedules: 1) { try HookTests.variable.pointee = nil } }
        #expect(HookTests.controlsTasks())
        #expect(variable.pointee == nil)
      }
    }

    private static let seen = Atomic<Int>(0)
    /// The hook that the other library found, as a word: any thread reads it while the test writes it.
    private static let before = Atomic<UInt>(0)

    @Test(.ownThreads) func explore_besideAnotherHook_callsItForOtherJobs() async {
      await #expect(processExitsWith: .success) {
        let variable = try HookTests.variable
        variable.pointee = { job, original in
          HookTests.seen.add(1, ordering: .relaxed)
          // A library that calls what it found there, which is this library's own hook.
          let before = HookTests.before.load(ordering: .acquiring)
          if before != 0 { return unsafeBitCast(before, to: GlobalEnqueueHook.Hook.self)(job, original) }
          unsafeBitCast(original, to: GlobalEnqueueHook.Original.self)(job)
        }
        #expect(HookTests.controlsTasks())
        await explore(schedules: 1) {
          // The library installs its hook again, over the one of the exploration.
          HookTests.before.store(unsafeBitCast(try HookTests.variable.pointee, to: UInt.self), ordering: .releasing)
        }
        await Task.detached {}.value
        #expect(HookTests.seen.load(ordering: .relaxed) > 0)
        #expect(HookTests.controlsTasks())
        await Task.detached {}.value
      }
    }
  }
#endif
