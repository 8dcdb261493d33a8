#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  struct DisturbanceTests {
    /// In a process of its own, because it reads without a pause.
    @Test(.realTime, .ownThreads) func callsOfSleepingThreadsThatAreRead_areNotDisturbed() async {
      await #expect(processExitsWith: .success) { try Self.readDuringAllCalls() }
    }

    /// Reads the sleeping threads again and again while they sleep. A call that is disturbed returns early, or with
    /// another result.
    private static func readDuringAllCalls() throws {
      let memory = try #require(ProcessMemory())
      var calls: [OngoingCall] = []
      for call in BlockingCall.all {
        calls.append(OngoingCall(call, memory))
        for call in calls { call.read() }
      }
      let end = ContinuousClock.now + .milliseconds(250)
      while ContinuousClock.now < end || calls.contains(where: \.isTooFew) {
        for call in calls { call.read() }
        guard ContinuousClock.now < end + .seconds(5) else { break }
      }
      for call in calls { call.finish() }
      // On a busy machine, the time of a call may be over before it is read.
      #expect(calls.count(where: \.isRead) > calls.count / 2)
    }

    private final class OngoingCall {
      private typealias Outcome = (result: Int, time: Duration)

      private let call: BlockingCall
      private let reader: SleepingThread
      private var readings = 0
      private let done = DispatchSemaphore(value: 0)
      private let outcome = Box<Outcome>((Int.min, .zero))

      init(_ call: BlockingCall, _ memory: ProcessMemory) {
        self.call = call
        let parking = Parking.start { [done, outcome] parking in
          let start = ContinuousClock.now
          let result = call.sleep(parking, 0.3)
          outcome.value = (result, ContinuousClock.now - start)
          done.signal()
        }
        reader = SleepingThread(files: ThreadFiles(parking.thread), memory: memory)
      }

      func read() { if case .sleeping = reader.read() { readings += 1 } }

      /// Whether it still sleeps, because nothing has released it, and was read less often than it should be.
      var isTooFew: Bool { call.release != nil && readings < 100 }

      var isRead: Bool { readings > 0 }

      func finish() {
        call.release?()
        done.wait()
        #expect(outcome.value.result == call.result, "\(call)")
        #expect(outcome.value.time >= .milliseconds(200), "\(call)")
      }
    }
  }
#endif
