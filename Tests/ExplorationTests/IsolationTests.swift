#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.fullControl) struct IsolationTests {
    private actor Bystander {
      private(set) var calls = 0
      private(set) var strayed = 0

      func call() {
        calls += 1
        if Scheduler.ofThread != nil { strayed += 1 }
      }
    }

    @Test func explore_besideOtherTests_touchesNoneOfTheirJobs() async {
      let bystander = Bystander()
      let (others, count) = (ProofSize.of(small: 20, full: 70), ProofSize.of(small: 1_000, full: 12_000))
      await withTaskGroup(of: Int.self) { group in
        for index in 0..<others { group.addTask { await Self.work(with: bystander, count: count, index: index) } }
        // Two at a time, on threads of their own: they compute for long, and the pool belongs to the others.
        for half in 0..<2 {
          group.addTask(executorPreference: ThreadExecutor()) {
            Program.all.enumerated().filter { $0.offset % 2 == half }.map { Self.differences($0.element) }.reduce(0, +)
          }
        }
        for await wrong in group { #expect(wrong == 0) }
      }
      #expect(await bystander.strayed == 0)
      #expect(await bystander.calls == others * count)
      ProofSize.print(
        "beside others: \(Program.all.count) programs, 100 seeds, 100 times each, beside \(others) tasks: 0 differ")
    }

    @Test func explore_aTaskOfTheTest_goesOnInThePool() async {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let (answers, answer) = AsyncStream.makeStream(of: Int.self)
      let reader = Task {
        var strayed = 0
        answer.finish()
        for await _ in stream where Scheduler.ofThread != nil { strayed += 1 }
        return strayed
      }
      for await _ in answers {}
      await explore {
        let task = Task { _ = continuation.yield(1) }
        continuation.yield(2)
        await task.value
      }
      continuation.finish()
      #expect(await reader.value == 0)
    }

    @Test func explore_aTaskBetweenFunctions_isNotSuspended() {
      let report = explore {
        let busy = Locked(0)
        let tasks = (0..<3).map { _ in
          Task {
            let before = busy.withLock { busy in
              busy += 1
              return busy
            }
            _ = await Self.pass()
            busy.withLock { $0 -= 1 }
            return before
          }
        }
        // The runtime does not suspend a task that goes from one function to another without an actor.
        for task in tasks { #expect(await task.value == 1) }
      }
      #expect(report.outcome == .passed)
    }

    private static func pass() async -> Bool { Task.isCancelled }

    /// Calls an actor, the main actor, yields and sleeps. Returns how often that ran on a thread that explores.
    private static func work(with bystander: Bystander, count: Int, index: Int) async -> Int {
      var strayed = 0
      for call in 0..<count {
        await bystander.call()
        if Scheduler.ofThread != nil { strayed += 1 }
        switch (call + index) % 100 {
        case 0: try? await Task.sleep(for: .microseconds(100))
        case 1: strayed += await MainActor.run { Scheduler.ofThread == nil ? 0 : 1 }
        case 2: await Task { await Task.yield() }.value
        default: break
        }
        if Scheduler.ofThread != nil { strayed += 1 }
      }
      return strayed
    }

    /// Repeats runs of a program. Returns how many differ, and how often something outside had a part.
    private static func differences(_ program: Program) -> Int {
      ProgramTests.withScheduler(stalls: program.needsStall) { scheduler in
        var wrong = 0
        for seed in 0..<UInt64(ProofSize.of(small: 10, full: 100)) {
          let first = scheduler.run(.arrivalPriorities(seed: seed), program.buggy)
          for _ in 0..<ProofSize.of(small: 5, full: 100) {
            let again = scheduler.run(.arrivalPriorities(seed: seed), program.buggy)
            wrong += again.trace == first.trace && again.verdict == first.verdict ? 0 : 1
            wrong += again.outsideEvents.count
          }
        }
        return wrong
      }
    }
  }
#endif
