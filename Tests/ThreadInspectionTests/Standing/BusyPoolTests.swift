#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Which threads of the concurrency pool count as busy with the tester's code.
  @Suite struct BusyPoolTests {
    /// In a process of its own, because it blocks threads of the concurrency pool. One at a time: it may have only one.
    @Test(.realTime, .ownThreads) func threadThatWaitsForALock_isBusy_andOneThatWaitsForAnotherThreadIsNot() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run { try Self.look() }
      }
    }

    private static func look() throws {
      let (lock, semaphore) = (NSLock(), DispatchSemaphore(value: 0))
      lock.lock()
      let locked = try functions(whenAsleepIn: { standAtLock($0, lock) })
      lock.unlock()
      #expect(locked?.first == "standAtLock(_:_:)")
      let waiting = try functions(whenAsleepIn: { standAtSemaphore($0, semaphore) })
      semaphore.signal()
      #expect(waiting == nil)
    }

    private static func functions(whenAsleepIn body: @escaping @Sendable (Parking) -> Void) throws -> [String]? {
      let parking = Parking.start(isTask: true, body)
      _ = try #require(parking.readAsleep())
      return ProcessInspector.copy(limit: .seconds(5)).resolved(limit: .seconds(5)).busyInPool[parking.thread]
    }
  }
#endif
