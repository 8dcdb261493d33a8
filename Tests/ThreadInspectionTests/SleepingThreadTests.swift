#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  struct SleepingThreadTests {
    /// In a process of its own, because one sleeps in the handler of a signal, and one on a thread of the concurrency
    /// pool.
    @Test(.ownThreads) func everyCall_hasYourFunction() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let sleepers = BlockingCall.all.map { call in
            let parking = Parking()
            Thread.detachNewThread { _ = call.sleep(parking, 60) }
            return (call, parking)
          }
          try await withThrowingTaskGroup { group in
            for (call, parking) in sleepers { group.addTask { try await Self.expectFunction(of: call, parking) } }
            try await group.waitForAll()
          }
        }
      }
    }

    private static func expectFunction(of call: BlockingCall, _ parking: Parking) async throws {
      defer { call.release?() }
      let stack = try #require(await parking.whenAsleep { $0 })
      let unwinder = try Unwinder.present()
      let walk = unwinder.walk(stack)
      let frame = try #require(unwinder.innermost(walk, inImageOf: parking.address))
      let extent = try #require(unwinder.extent(around: parking.address - 1))
      // The functions of a sanitizer lie in the image of the test.
      let isFound = SanitizerRuntime.isPresent ? walk.frames.contains { extent.contains($0.lookup) } : false
      #expect(isFound || extent.contains(frame.lookup), "\(call)")
      #expect(frame.isAfterCall, "\(call)")
      #expect(walk.isComplete, "\(call)")
    }
  }
#endif
