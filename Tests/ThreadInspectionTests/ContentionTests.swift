#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// A deadlock is claimed only when it is proved.
  @Suite struct ContentionTests {
    /// In a process of its own, because it reads all threads.
    ///
    /// Fails if the words of locks are read when the threads are, or if threads that have run since are believed.
    @Test(.realTime, .ownThreads) func threadsThatContendForALock_areNeverADeadlock() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          try Contention(of: NSLock()).run { lock, body in lock.withLock(body) }
          try Contention(of: SharedMutex(0)).run { lock, body in lock.value.withLock { _ in body() } }
        }
      }
    }

    /// In a process of its own, because its threads never end.
    ///
    /// Fails if a thread that sleeps is not known to be still, or if its lock is not read.
    @Test(.ownThreads) func threadsThatLockTwoLocksInTurn_areADeadlock() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let locks = (NSLock(), NSLock())
          Self.lockInTurn(locks, lock: { $0.lock() }, lockOther: lockForever)
          let found = Sighting.all { standings in Deadlock.all(in: standings).contains { $0.isCycle(of: 2) } }
          let deadlocks = Deadlock.all(in: found)
          #expect(deadlocks.count == 1 && deadlocks[0].isCycle(of: 2), "\(deadlocks)")
        }
      }
    }

    /// In a process of its own, because its threads stay for a minute. Such threads give up by themselves.
    @Test(.ownThreads) func threadsThatLockTwoLocksForAMinute_areNoDeadlock() async {
      await #expect(processExitsWith: .success) {
        try await OwnThreads.run {
          let locks = (Primitive.mutex(), Primitive.mutex())
          Self.lockInTurn(locks, lock: { pthread_mutex_lock($0.pointer) }, lockOther: lockForAMinute)
          let found = Sighting.all { standings in standings.count(where: \.waitsForALock) == 2 }
          #expect(found.count(where: \.waitsForALock) == 2)
          #expect(Deadlock.all(in: found).isEmpty)
        }
      }
    }

    /// Starts two threads, each of which has one of two locks, and needs the other one.
    private static func lockInTurn<Lock: Sendable>(
      _ locks: (Lock, Lock), lock: @escaping @Sendable (Lock) -> Void, lockOther: @escaping @Sendable (Lock) -> Void
    ) {
      let both = DispatchGroup()
      // Before a thread begins: otherwise the first may take both locks.
      for _ in 0..<2 { both.enter() }
      for (own, other) in [locks, (locks.1, locks.0)] {
        Thread {
          lock(own)
          both.leave()
          both.wait()
          lockOther(other)
        }.start()
      }
    }
  }

  @inline(never) private func lockForever(_ lock: NSLock) {
    lock.lock()
    lock.unlock()
  }

  /// `NSLock` waits for a condition if it has a limit.
  @inline(never) private func lockForAMinute(_ mutex: Primitive<pthread_mutex_t>) {
    var end = timespec.now(plus: 60)
    pthread_mutex_timedlock(mutex.pointer, &end)
  }

  /// Threads that lock and unlock one lock, again and again, while all threads are read.
  private struct Contention<Lock: Sendable> {
    private static var threads: Int { 4 }
    /// How often the lock is taken, and how often all threads are read meanwhile, at least.
    private static var rounds: Int { ProofSize.of(small: 50_000, full: 1_000_000) }
    private static var looks: Int { ProofSize.of(small: 100, full: 2_500) }

    private final class Count: Sendable {
      let rounds = Atomic(0)
      let isOver = Atomic(false)
    }

    private let lock: Lock
    private let count = Count()

    init(of lock: Lock) { self.lock = lock }

    func run(_ withLock: @escaping @Sendable (Lock, () -> Void) -> Void) throws {
      let ended = DispatchGroup()
      for _ in 0..<Self.threads {
        ended.enter()
        Thread { [lock, count] in
          while !count.isOver.load(ordering: .relaxed) { withLock(lock) { count.rounds.add(1, ordering: .relaxed) } }
          ended.leave()
        }.start()
      }
      var (looks, claims) = (0, [Deadlock]())
      while count.rounds.load(ordering: .relaxed) < Self.rounds || looks < Self.looks {
        claims += Deadlock.all(in: try standings())
        looks += 1
      }
      count.isOver.store(true, ordering: .relaxed)
      ended.wait()
      #expect(claims.isEmpty)
      // An exit test passes on no message.
      ProofSize.print("\(count.rounds.load(ordering: .relaxed)) rounds, \(looks) looks, claims: \(claims)")
    }

    /// Takes every thread that waits for a word of memory for one that locks a mutex, which saves reading the names.
    private func standings() throws -> [Standing] {
      let threads = try #require(ThreadCensus.take(limit: .seconds(5)))
      return threads.map { thread in
        let holder = LockOwner.holder(ofLockFor: thread, functions: ["pthread_mutex_lock"], among: threads)
        return Standing(.thread(number: thread.number, name: nil, role: .other), .lock(holder: holder))
      }
    }
  }

  extension Standing { fileprivate var waitsForALock: Bool { if case .lock = activity { true } else { false } } }

  extension Deadlock {
    fileprivate func isCycle(of count: Int) -> Bool {
      if case .cycle(let standings) = self { standings.count == count } else { false }
    }
  }
#endif
