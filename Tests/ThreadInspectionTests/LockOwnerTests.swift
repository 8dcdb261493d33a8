#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  struct LockOwnerTests {
    /// Something to lock, and how to do so.
    struct Lock: Sendable, CustomStringConvertible {
      var description: String
      var lock: @Sendable (_ body: () -> Void) -> Void
    }

    private final class Word: Sendable { let mutex = Mutex(0) }

    static var locks: [Lock] {
      let (plain, recursive, word) = (NSLock(), NSRecursiveLock(), Word())
      let condition = NSCondition()
      return [
        Lock(description: "NSLock") { body in plain.withLock(body) },
        Lock(description: "NSRecursiveLock") { body in recursive.withLock(body) },
        Lock(description: "NSCondition") { body in condition.withLock(body) },
        Lock(description: "Mutex") { body in word.mutex.withLock { _ in body() } },
      ]
    }

    /// In a process of its own, because it reads all threads.
    @Test(.ownThreads) func holders_areFound() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          for lock in Self.locks { try Self.holderIsFound(lock: lock) }
          try Self.threadThatWaitsForNoLockHasNoHolder()
        }
      }
    }

    private static func holderIsFound(lock: Lock) throws {
      let gate = DispatchSemaphore(value: 0)
      let holder = Parking.start { parking in
        lock.lock {
          parking.note()
          gate.wait()
        }
      }
      let waiter = Parking.start { parking in
        parking.note()
        lock.lock {}
      }
      defer { gate.signal() }
      _ = try #require(waiter.readAsleep())
      let threads = try #require(ThreadCensus.take(limit: .seconds(5)))
      let snapshot = try #require(threads.first { $0.number == waiter.thread })
      let symbols = try Self.symbols(of: snapshot)
      let numbers = Set(threads.map(\.number))
      #expect(
        LockOwner.thread(holdingLockOf: snapshot, functions: symbols, among: numbers) == holder.thread, "\(lock)")
      #expect(LockOwner.thread(holdingLockOf: snapshot, functions: symbols, among: []) == nil)
    }

    private static func threadThatWaitsForNoLockHasNoHolder() throws {
      let semaphore = DispatchSemaphore(value: 0)
      let waiter = Parking.start { parking in
        parking.note()
        semaphore.wait()
      }
      defer { semaphore.signal() }
      _ = try #require(waiter.readAsleep())
      let threads = try #require(ThreadCensus.take(limit: .seconds(5)))
      var snapshot = try #require(threads.first { $0.number == waiter.thread })
      let symbols = try Self.symbols(of: snapshot)
      // Even if the memory looks like a mutex that the main thread holds.
      snapshot.lockWords = Self.mutex(state: 2, owner: UInt32(getpid()))
      let numbers = Set(threads.map(\.number))
      #expect(LockOwner.thread(holdingLockOf: snapshot, functions: symbols, among: numbers) == nil)
    }

    /// When a thread unlocks, the kernel writes the number of the next one into the word, and wakes that one later. In
    /// between, the next one waits for a lock that it owns, which is no deadlock.
    @Test func threadThatWasGivenItsLock_butWasNotWokenYet_waitsForNoOne() {
      let futex = SystemCall(number: 202, arguments: [0x1000, 6, 0, 0, 0, 0])
      var snapshot = ThreadSnapshot(number: 77, name: "", isMain: false, state: .sleeping(futex))
      snapshot.isStill = true
      snapshot.lockWords = withUnsafeBytes(of: (UInt32(1) << 31 | 78).littleEndian) { Array($0) }
      #expect(LockOwner.thread(holdingLockOf: snapshot, functions: [], among: [77, 78]) == 78)
      snapshot.lockWords = withUnsafeBytes(of: (UInt32(1) << 31 | 77).littleEndian) { Array($0) }
      #expect(LockOwner.thread(holdingLockOf: snapshot, functions: [], among: [77, 78]) == nil)
    }

    @Test func memory_thatIsNoMutex_isNotTakenForOne() {
      #expect(MutexLayout(Self.mutex(state: 2, owner: 77))?.owner == 77)
      #expect(MutexLayout(Self.mutex(state: 1, owner: 77)) == nil)
      #expect(MutexLayout(Self.mutex(state: 2, owner: 0)) == nil)
      #expect(MutexLayout(Self.mutex(state: 2, owner: 77).dropLast()) == nil)
      #expect(MutexLayout([UInt8](repeating: 0xff, count: 20)) == nil)
    }

    private static func symbols(of thread: ThreadSnapshot) throws -> [String?] {
      let unwinder = try Unwinder.present()
      let walk = unwinder.walk(try #require(thread.stack))
      #expect(walk.isComplete)
      let symbolizer = Symbolizer(images: unwinder.images, memory: unwinder.memory)
      let addresses = walk.frames.map(\.lookup)
      let places = symbolizer.places(of: addresses).places
      return addresses.map { places[$0]?.symbol }
    }

    private static func mutex(state: UInt32, owner: UInt32) -> [UInt8] {
      [state, 0, owner, 1, 0].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }
  }
#endif
