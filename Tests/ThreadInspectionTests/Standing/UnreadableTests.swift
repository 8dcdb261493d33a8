import Foundation
import TestSupport
import Testing

@testable import ThreadInspection

#if os(Linux) && arch(x86_64) && canImport(Glibc)
  @Suite struct UnreadableTests {
    /// In a process of its own, because it gives up its rights.
    @Test(.ownThreads) func processThatMayNotReadItself_saysSo() async {
      await #expect(processExitsWith: .exitCode(0)) {
        let gate = DispatchSemaphore(value: 0)
        Thread { gate.wait() }.start()
        let prctl = dlsym(nil, "prctl").map {
          unsafeBitCast($0, to: (@convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt).self)
        }
        // Root may read everything. 4 is PR_SET_DUMPABLE.
        guard getuid() != 0 || setuid(65534) == 0, prctl?(4, 0, 0, 0, 0) == 0 else { exit(2) }
        let standings = ProcessInspector.copy(limit: .seconds(1)).resolve(limit: .seconds(5))
        let lines = StandingText(standings).lines
        exit(lines == ["the threads could not be read", "suspended tasks could not be read"] ? 0 : 3)
      }
    }

    /// In a process of its own, because it reads all threads.
    @Test(.ownThreads) func snapshotsWithoutTime_sayThatSomethingIsMissing() async {
      await #expect(processExitsWith: .success) {
        Self.resolvingWithoutTimeSaysNothingWrong()
        Self.copyingWithoutTimeSaysThatThreadsAreMissing()
      }
    }

    private static func resolvingWithoutTimeSaysNothingWrong() {
      let gate = DispatchSemaphore(value: 0)
      Thread { gate.wait() }.start()
      let snapshot = ProcessInspector.copy(limit: .seconds(1))
      let standings = snapshot.resolve(limit: .zero)
      #expect(standings.allSatisfy { $0.place == nil })
      #expect(StandingText(standings).lines.contains("there was no time to find where all threads stand"))
      #expect(!StandingText(standings).lines.contains { $0.hasPrefix("no other") })
      gate.signal()
    }

    private static func copyingWithoutTimeSaysThatThreadsAreMissing() {
      let lines = StandingText(ProcessInspector.copy(limit: .zero).resolve(limit: .seconds(5))).lines
      #expect(lines.contains { $0.hasSuffix("could not be read") }, "\(lines)")
      #expect(!lines.contains { $0.hasPrefix("no other thread") })
    }

    @Test func snapshot_withoutImages_saysSo() {
      let snapshot = ProcessSnapshot(threads: nil, tasks: TaskCensus(), images: nil, waitingThread: nil)
      #expect(StandingText(snapshot.resolve(limit: .seconds(1))).lines == ["the threads could not be read"])
    }
  }
#endif
