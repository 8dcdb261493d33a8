#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization

  @testable import ThreadInspection

  /// A way to sleep in a function of the test, and how to end it.
  struct SleepingKind: Sendable, CustomStringConvertible {
    var description: String
    var sleep: @Sendable (Parking) -> Void
    var release: @Sendable () -> Void = {}

    init(_ name: String, _ sleep: @escaping @Sendable (Parking) -> Void, release: @escaping @Sendable () -> Void = {}) {
      description = name
      self.sleep = sleep
      self.release = release
    }
  }

  extension SleepingKind {
    static var all: [SleepingKind] { locks + dispatch + timed + kernel + shapes }

    private static var locks: [SleepingKind] {
      let lock = NSLock()
      lock.lock()
      let recursive = NSRecursiveLock()
      recursive.lock()
      let (condition, timedCondition) = (NSCondition(), NSCondition())
      let mutex = Held()
      return [
        SleepingKind("NSLock", { sleepInLock($0, lock) }, release: { lock.unlock() }),
        SleepingKind("NSRecursiveLock", { sleepInRecursiveLock($0, recursive) }, release: { recursive.unlock() }),
        SleepingKind("NSCondition", { sleepInCondition($0, condition) }, release: { condition.broadcast() }),
        SleepingKind(
          "NSCondition with a time", { sleepInTimedCondition($0, timedCondition) },
          release: { timedCondition.broadcast() }),
        SleepingKind("Mutex", { sleepInMutex($0, mutex) }, release: { mutex.release() }),
        SleepingKind("pthread_rwlock", { sleepInReadWriteLock($0) }),
      ]
    }

    private static var dispatch: [SleepingKind] {
      let gate = DispatchSemaphore(value: 0)
      let queue = DispatchQueue(label: "held")
      queue.async { gate.wait() }
      let group = DispatchGroup()
      group.enter()
      // Dispatch items can be used by several threads at once.
      nonisolated(unsafe) let item = DispatchWorkItem {}
      let (semaphore, timedSemaphore) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      return [
        SleepingKind("DispatchSemaphore", { sleepInSemaphore($0, semaphore) }, release: { semaphore.signal() }),
        SleepingKind(
          "DispatchSemaphore with a time", { sleepInTimedSemaphore($0, timedSemaphore) },
          release: { timedSemaphore.signal() }),
        SleepingKind("DispatchQueue.sync", { sleepInSync($0, queue) }, release: { gate.signal() }),
        SleepingKind("DispatchGroup", { sleepInGroup($0, group) }, release: { group.leave() }),
        SleepingKind("DispatchWorkItem", { sleepInWorkItem($0, item) }, release: { item.perform() }),
      ]
    }

    private static var timed: [SleepingKind] {
      [
        SleepingKind("sleep") { parking in sleepInSleep(parking) },
        SleepingKind("usleep") { parking in sleepInMicroseconds(parking) },
        SleepingKind("Thread.sleep") { parking in sleepInThreadSleep(parking) },
        SleepingKind("poll") { parking in sleepInPoll(parking) },
        SleepingKind("select") { parking in sleepInSelect(parking) },
      ]
    }

    private static var kernel: [SleepingKind] {
      let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
      sem_init(semaphore, 0, 0)
      let address = UInt(bitPattern: semaphore)
      return [
        SleepingKind("read from a pipe") { parking in sleepInRead(parking) },
        SleepingKind("recv with a time") { parking in sleepInReceive(parking) },
        SleepingKind("pthread_join") { parking in sleepInJoin(parking) },
        SleepingKind("waitpid", { sleepInProcess($0) }, release: { kill(awaited.withLock { $0 }, SIGKILL) }),
        SleepingKind(
          "sem_wait", { sleepInPosixSemaphore($0, UnsafeMutablePointer(bitPattern: address)!) },
          release: { sem_post(UnsafeMutablePointer(bitPattern: address)!) }),
      ]
    }

    /// Functions with unusual frames.
    private static var shapes: [SleepingKind] {
      let gate = DispatchSemaphore(value: 0)
      return [
        SleepingKind("a function with a variable frame") { sleepWithVariableFrame($0, (1, 2, 3)) },
        SleepingKind("a callback of qsort") { parking in sleepInSort(parking) },
        SleepingKind("a signal handler") { parking in sleepInHandler(parking) },
        SleepingKind("a task", { sleepInTask($0, gate) }, release: { gate.signal() }),
      ]
    }
  }

  /// A `Mutex` that another thread holds until it is told.
  private final class Held: Sendable {
    let mutex = Mutex(0)
    private let gate = DispatchSemaphore(value: 0)

    init() {
      let isHeld = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        self.mutex.withLock { _ in
          isHeld.signal()
          self.gate.wait()
        }
      }
      isHeld.wait()
    }

    func release() { gate.signal() }
  }

  @inline(never) private func sleepInLock(_ parking: Parking, _ lock: NSLock) {
    parking.note()
    lock.lock()
    lock.unlock()
    parking.noteEnd()
  }

  @inline(never) private func sleepInRecursiveLock(_ parking: Parking, _ lock: NSRecursiveLock) {
    parking.note()
    lock.lock()
    lock.unlock()
    parking.noteEnd()
  }

  @inline(never) private func sleepInCondition(_ parking: Parking, _ condition: NSCondition) {
    condition.lock()
    parking.note()
    condition.wait()
    condition.unlock()
    parking.noteEnd()
  }

  @inline(never) private func sleepInTimedCondition(_ parking: Parking, _ condition: NSCondition) {
    condition.lock()
    parking.note()
    _ = condition.wait(until: Date(timeIntervalSinceNow: 15))
    condition.unlock()
    parking.noteEnd()
  }

  @inline(never) private func sleepInMutex(_ parking: Parking, _ held: Held) {
    parking.note()
    held.mutex.withLock { $0 += 1 }
    parking.noteEnd()
  }

  @inline(never) private func sleepInReadWriteLock(_ parking: Parking) {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    pthread_rwlock_init(lock, nil)
    pthread_rwlock_rdlock(lock)
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_sec += 15
    parking.note()
    pthread_rwlock_timedwrlock(lock, &time)
    parking.noteEnd()
  }

  @inline(never) private func sleepInSemaphore(_ parking: Parking, _ semaphore: DispatchSemaphore) {
    parking.note()
    semaphore.wait()
    parking.noteEnd()
  }

  @inline(never) private func sleepInTimedSemaphore(_ parking: Parking, _ semaphore: DispatchSemaphore) {
    parking.note()
    _ = semaphore.wait(timeout: .now() + 15)
    parking.noteEnd()
  }

  @inline(never) private func sleepInSync(_ parking: Parking, _ queue: DispatchQueue) {
    parking.note()
    queue.sync {}
    parking.noteEnd()
  }

  @inline(never) private func sleepInGroup(_ parking: Parking, _ group: DispatchGroup) {
    parking.note()
    group.wait()
    parking.noteEnd()
  }

  @inline(never) private func sleepInWorkItem(_ parking: Parking, _ item: DispatchWorkItem) {
    parking.note()
    item.wait()
    parking.noteEnd()
  }

  @inline(never) private func sleepInSleep(_ parking: Parking) {
    parking.note()
    sleep(15)
    parking.noteEnd()
  }

  @inline(never) private func sleepInMicroseconds(_ parking: Parking) {
    parking.note()
    usleep(15_000_000)
    parking.noteEnd()
  }

  @inline(never) private func sleepInThreadSleep(_ parking: Parking) {
    parking.note()
    Thread.sleep(forTimeInterval: 15)
    parking.noteEnd()
  }

  @inline(never) private func sleepInPoll(_ parking: Parking) {
    parking.note()
    poll(nil, 0, 15_000)
    parking.noteEnd()
  }

  @inline(never) private func sleepInSelect(_ parking: Parking) {
    var time = timeval(tv_sec: 15, tv_usec: 0)
    parking.note()
    select(0, nil, nil, nil, &time)
    parking.noteEnd()
  }

  @inline(never) private func sleepInRead(_ parking: Parking) {
    var ends: [CInt] = [0, 0]
    pipe(&ends)
    var byte: UInt8 = 0
    let other = ends[1]
    DispatchQueue.global().asyncAfter(deadline: .now() + 15) { close(other) }
    parking.note()
    read(ends[0], &byte, 1)
    close(ends[0])
    parking.noteEnd()
  }

  @inline(never) private func sleepInReceive(_ parking: Parking) {
    var ends: [CInt] = [0, 0]
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
    var time = timeval(tv_sec: 15, tv_usec: 0)
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var byte: UInt8 = 0
    parking.note()
    recv(ends[0], &byte, 1, 0)
    for end in ends { close(end) }
    parking.noteEnd()
  }

  @inline(never) private func sleepInJoin(_ parking: Parking) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        sleep(15)
        return nil
      }, nil)
    parking.note()
    pthread_join(thread, nil)
    parking.noteEnd()
  }

  /// A process that a thread awaits. It has open files of the test's process, whose end is noticed only after it.
  private let awaited = Mutex<pid_t>(0)

  @inline(never) private func sleepInProcess(_ parking: Parking) {
    var child = pid_t()
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("15"), nil]
    posix_spawnp(&child, "sleep", nil, nil, arguments, nil)
    awaited.withLock { [child] in $0 = child }
    var status: CInt = 0
    parking.note()
    waitpid(child, &status, 0)
    parking.noteEnd()
  }

  @inline(never) private func sleepInPosixSemaphore(_ parking: Parking, _ semaphore: UnsafeMutablePointer<sem_t>) {
    parking.note()
    sem_wait(semaphore)
    parking.noteEnd()
  }

  /// Without specialization, it reserves stack for values whose size is known only when it runs.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func sleepWithVariableFrame<Value>(_ parking: Parking, _ value: Value) {
    let copy = [value, value].map { $0 }
    parking.note()
    usleep(15_000_000)
    withExtendedLifetime(copy) {}
    parking.noteEnd()
  }

  private let sorting = Mutex<Parking?>(nil)

  @inline(never) private func sleepInComparison() -> CInt {
    guard let parking = sorting.withLock({ $0.take() }) else { return 0 }
    parking.note()
    usleep(15_000_000)
    return 0
  }

  private func sleepInSort(_ parking: Parking) {
    sorting.withLock { $0 = parking }
    var numbers: [CInt] = [2, 1]
    qsort(&numbers, 2, 4) { _, _ in sleepInComparison() }
  }

  private let handling = Mutex<Parking?>(nil)

  @inline(never) private func sleepInHandlerBody() {
    guard let parking = handling.withLock({ $0.take() }) else { return }
    parking.note()
    usleep(15_000_000)
    parking.noteEnd()
  }

  private func sleepInHandler(_ parking: Parking) {
    handling.withLock { $0 = parking }
    signal(SIGUSR2) { _ in sleepInHandlerBody() }
    // A thread that one of Dispatch creates blocks most signals, as its creator does.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    pthread_kill(pthread_self(), SIGUSR2)
  }

  private func sleepInTask(_ parking: Parking, _ gate: DispatchSemaphore) {
    Task.detached { await sleepInAsyncFunction(parking, gate) }
  }

  @inline(never) private func sleepInAsyncFunction(_ parking: Parking, _ gate: DispatchSemaphore) async {
    await Task.yield()
    sleepInTaskBody(parking, gate)
  }

  /// Has a limit, because it takes a thread from the pool, which the test needs to continue.
  @inline(never) private func sleepInTaskBody(_ parking: Parking, _ gate: DispatchSemaphore) {
    parking.note()
    _ = gate.wait(timeout: .now() + 15)
    parking.noteEnd()
  }
#endif
