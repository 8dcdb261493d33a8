#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Testing

  @testable import ThreadInspection

  struct LockOwnerTests {
    /// A thread that sleeps in a call of the kernel and has read these bytes of a lock.
    private static func waiter(_ operation: UInt64, expected: UInt64 = 0, _ words: [UInt8]) -> ThreadSnapshot {
      let futex = SystemCall(number: 202, arguments: [0x1000, operation, expected, 0, 0, 0])
      var snapshot = ThreadSnapshot(number: 77, name: "", isMain: false, state: .sleeping(futex))
      snapshot.isStill = true
      snapshot.lockWords = words
      return snapshot
    }

    /// `StuckProgramTests` finds the holders of real locks.
    @Test func mutex_hasItsHolder_ifAFunctionLocksIt() {
      let snapshot = Self.waiter(0x80, expected: 2, Self.mutex(state: 2, owner: 78))
      func holder(_ functions: [String?], among threads: Set<Int32> = [77, 78]) -> Int32? {
        LockOwner.thread(holdingLockOf: snapshot, functions: functions, among: threads)
      }
      #expect(holder(["__lll_lock_wait", nil, "pthread_mutex_lock"]) == 78)
      #expect(holder(["__lll_lock_wait", nil, "pthread_mutex_lock"], among: []) == nil)
      // Even if the memory looks like a mutex.
      #expect(holder(["__futex_wait", nil, "dispatch_semaphore_wait"]) == nil)
    }

    /// When a thread unlocks, the kernel writes the number of the next one into the word, and wakes that one later. In
    /// between, the next one waits for a lock that it owns, which is no deadlock.
    @Test func threadThatWasGivenItsLock_butWasNotWokenYet_waitsForNoOne() {
      func holder(_ owner: UInt32) -> Int32? {
        let words = withUnsafeBytes(of: (UInt32(1) << 31 | owner).littleEndian) { Array($0) }
        return LockOwner.thread(holdingLockOf: Self.waiter(6, words), functions: [], among: [77, 78])
      }
      #expect(holder(78) == 78)
      #expect(holder(77) == nil)
    }

    @Test func memory_thatIsNoMutex_isNotTakenForOne() {
      #expect(MutexLayout(Self.mutex(state: 2, owner: 77))?.owner == 77)
      #expect(MutexLayout(Self.mutex(state: 1, owner: 77)) == nil)
      #expect(MutexLayout(Self.mutex(state: 2, owner: 0)) == nil)
      #expect(MutexLayout(Self.mutex(state: 2, owner: 77).dropLast()) == nil)
      #expect(MutexLayout([UInt8](repeating: 0xff, count: 20)) == nil)
    }

    private static func mutex(state: UInt32, owner: UInt32) -> [UInt8] {
      [state, 0, owner, 1, 0].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }
  }
#endif
