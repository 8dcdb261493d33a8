#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// A loop that allocates, sorts and makes texts until it is told to stop.
  private final class Busy: Sendable {
    let isStopped = Atomic(false)
    let result = Atomic(0)

    @inline(never) func run(_ parking: Parking) {
      parking.note()
      var numbers = (0..<500).map { $0 * 7919 % 500 }
      while !isStopped.load(ordering: .relaxed) {
        numbers = numbers.map { $0 * 31 % 1009 }.sorted()
        let texts = numbers.prefix(20).map { "\($0)" }
        result.add(texts.joined(separator: ",").count, ordering: .relaxed)
      }
    }
  }

  struct RunningThreadTests {
    /// In a process of its own, because the handler of the signal belongs to the whole process.
    @Test(.realTime, .ownThreads) func runningThreads_areRead() async {
      await #expect(processExitsWith: .success) {
        try Self.busyLoopIsFoundInItsFunction()
        try Self.censusHasEveryThreadAndLeavesOutItsCaller()
        try Self.threadOfTheWaitIsReadAfterTheLimit()
        try Self.censusWithItsCallerHasTheTestOnItsStack()
        try Self.threadThatBlocksTheSignalIsNotAsked()
      }
    }

    private static func busyLoopIsFoundInItsFunction() throws {
      let busy = Busy()
      let parking = Parking.start { busy.run($0) }
      defer { busy.isStopped.store(true, ordering: .relaxed) }
      let unwinder = try Unwinder.present()
      let memory = try #require(ProcessMemory())
      let extent = try #require(unwinder.extent(around: parking.address - 1))
      var counts = (answers: 0, found: 0, complete: 0)
      for _ in 0..<1000 where counts.answers < 200 {
        let stack = RunningThread.read(ThreadFiles(parking.thread), memory, within: .milliseconds(20))
        guard let stack else { continue }
        let walk = unwinder.walk(stack)
        counts.answers += 1
        // Lets the thread leave its handler. Under the address sanitizer, handlers have a stack of their own, from
        // which a walk does not reach the interrupted one.
        usleep(2000)
        counts.found += walk.frames.contains { extent.contains($0.lookup) } ? 1 : 0
        counts.complete += walk.isComplete ? 1 : 0
      }
      #expect(counts.answers == (SanitizerRuntime.isOfThreads ? 0 : 200))
      // On a busy machine, a thread may still be in its handler, although the loop gives it time.
      #expect(counts.found * 100 >= counts.answers * (SanitizerRuntime.isPresent ? 80 : 95), "\(counts)")
      ProofSize.print("found the function of a busy loop: \(counts)")
    }

    private static func censusHasEveryThreadAndLeavesOutItsCaller() throws {
      let parking = Parking.start { parking in
        parking.note()
        usleep(2_000_000)
      }
      _ = try #require(parking.readAsleep())
      let own = try #require(ThreadSignalFunctions.shared).ownThread()
      let threads = try #require(ThreadCensus.take(limit: .seconds(1)))
      let sleeping = try #require(threads.first { $0.number == parking.thread })
      #expect(sleeping.stack != nil)
      #expect(sleeping.schedule != nil)
      #expect(!sleeping.isMain)
      #expect(!sleeping.name.isEmpty)
      #expect(threads.contains { $0.isMain })
      #expect(!threads.contains { $0.number == own })
      #expect(threads.map(\.number) == threads.map(\.number).sorted())
    }

    private static func threadOfTheWaitIsReadAfterTheLimit() throws {
      let parking = Parking.start { parking in
        parking.note()
        usleep(2_000_000)
      }
      _ = try #require(parking.readAsleep())
      let threads = try #require(ThreadCensus.take(limit: .zero, waitingThread: parking.thread))
      #expect(threads.count > 1)
      #expect(threads.filter(\.isRead).map(\.number) == [parking.thread])
      #expect(threads.first?.number == parking.thread)
    }

    private static func censusWithItsCallerHasTheTestOnItsStack() throws {
      guard !SanitizerRuntime.isOfThreads else { return }
      let own = try #require(ThreadSignalFunctions.shared).ownThread()
      let threads = try #require(ThreadCensus.take(limit: .seconds(1), waitingThread: own))
      let caller = try #require(threads.first { $0.number == own })
      #expect(caller.state == .running)
      let unwinder = try Unwinder.present()
      let walk = unwinder.walk(try #require(caller.stack))
      #expect(walk.frames.count > 5)
      let here = Parking()
      here.note()
      let extent = try #require(unwinder.extent(around: here.address - 1))
      #expect(walk.frames.contains { extent.contains($0.lookup) })
    }

    private static func threadThatBlocksTheSignalIsNotAsked() throws {
      let isStopped = Busy()
      let parking = Parking.start { parking in
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        isStopped.run(parking)
      }
      defer { isStopped.isStopped.store(true, ordering: .relaxed) }
      #expect(ThreadFiles(parking.thread).isOpen(to: SIGPROF) == false)
      let memory = try #require(ProcessMemory())
      #expect(RunningThread.read(ThreadFiles(parking.thread), memory, within: .milliseconds(20)) == nil)
    }

    /// In a process of its own, because the handler of a signal belongs to the whole process.
    @Test(.realTime, .ownThreads) func signalWithAnotherHandler_isLeftAlone() async {
      await #expect(processExitsWith: .success) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in exit(1) }
        sigaction(SIGPROF, &action, nil)
        let busy = Busy()
        let parking = Parking.start { busy.run($0) }
        let threads = try #require(ThreadCensus.take(limit: .seconds(1)))
        let running = try #require(threads.first { $0.number == parking.thread })
        #expect(running.state == .running)
        #expect(running.stack == nil)
        var after = sigaction()
        sigaction(SIGPROF, nil, &after)
        let handlers = [after, action].map { unsafeBitCast($0.__sigaction_handler.sa_handler, to: UInt.self) }
        #expect(handlers[0] == handlers[1])
      }
    }
  }
#endif
