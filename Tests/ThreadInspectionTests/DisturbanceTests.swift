#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// A call that sleeps for a short time, and its result when nothing disturbs it.
  private struct TimedCall: Sendable, CustomStringConvertible {
    var description: String
    /// The number that it returns.
    var result: Int
    var call: @Sendable () -> Int
    /// Whether the call sleeps until `release`, instead of for its own time.
    var release: (@Sendable () -> Void)?
  }

  /// How long each call sleeps.
  private let duration = 0.3

  private func after(_ seconds: Double) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let nanoseconds = time.tv_nsec + Int(seconds * 1e9)
    return timespec(tv_sec: time.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
  }

  private let short = timespec(tv_sec: 0, tv_nsec: 300_000_000)

  /// A pointer that closures of several threads use.
  private struct Shared<Value>: @unchecked Sendable {
    // Sendable: the pointee is a primitive of the C library, which several threads may use.
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: value)
    }
  }

  private func newMutex() -> Shared<pthread_mutex_t> {
    let mutex = Shared(pthread_mutex_t())
    pthread_mutex_init(mutex.pointer, nil)
    return mutex
  }

  private func pipeEnds() -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    pipe(&ends)
    return (ends[0], ends[1])
  }

  extension TimedCall {
    static var all: [TimedCall] { timed + waits + locks + files }

    private static var timed: [TimedCall] {
      [
        TimedCall(description: "usleep", result: 0) { Int(usleep(300_000)) },
        TimedCall(description: "sleep", result: 0) { Int(sleep(1)) },
        TimedCall(description: "nanosleep", result: 0) {
          var time = short
          return Int(nanosleep(&time, nil))
        },
        TimedCall(description: "clock_nanosleep", result: 0) {
          var time = short
          return Int(clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil))
        },
        TimedCall(description: "poll", result: 0) { Int(poll(nil, 0, 300)) },
        TimedCall(description: "select", result: 0) {
          var time = timeval(tv_sec: 0, tv_usec: 300_000)
          return Int(select(0, nil, nil, nil, &time))
        },
        TimedCall(description: "pselect", result: 0) {
          var time = short
          return Int(pselect(0, nil, nil, nil, &time, nil))
        },
        TimedCall(description: "sigtimedwait", result: Int(EAGAIN)) {
          var signals = sigset_t()
          sigemptyset(&signals)
          sigaddset(&signals, SIGUSR2)
          var time = short
          return sigtimedwait(&signals, nil, &time) == -1 ? Int(errno) : 0
        },
      ]
    }

    private static var waits: [TimedCall] {
      let semaphore = Shared(sem_t())
      let timedSemaphore = Shared(sem_t())
      for each in [semaphore, timedSemaphore] { sem_init(each.pointer, 0, 0) }
      let dispatch = DispatchSemaphore(value: 0)
      let child = Shared(pid_t(0))
      return [
        TimedCall(description: "sem_wait", result: 0) {
          Int(sem_wait(semaphore.pointer))
        } release: {
          sem_post(semaphore.pointer)
        },
        TimedCall(description: "sem_timedwait", result: Int(ETIMEDOUT)) {
          var time = after(duration)
          return sem_timedwait(timedSemaphore.pointer, &time) == -1 ? Int(errno) : 0
        },
        TimedCall(description: "DispatchSemaphore.wait(timeout:)", result: 1) {
          dispatch.wait(timeout: .now() + duration) == .timedOut ? 1 : 0
        },
        TimedCall(description: "waitpid", result: 1) {
          let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("0.3"), nil]
          posix_spawnp(child.pointer, "sleep", nil, nil, arguments, nil)
          var status: CInt = 0
          return waitpid(child.pointer.pointee, &status, 0) == child.pointer.pointee ? 1 : 0
        },
        TimedCall(description: "pthread_join", result: 0) {
          var thread = pthread_t()
          pthread_create(
            &thread, nil,
            { _ in
              usleep(300_000)
              return nil
            }, nil)
          return Int(pthread_join(thread, nil))
        },
      ]
    }

    private static var locks: [TimedCall] {
      let (mutex, timedMutex, condition) = (newMutex(), newMutex(), Shared(pthread_cond_t()))
      pthread_mutex_lock(mutex.pointer)
      pthread_mutex_lock(timedMutex.pointer)
      pthread_cond_init(condition.pointer, nil)
      let readWrite = Shared(pthread_rwlock_t())
      pthread_rwlock_init(readWrite.pointer, nil)
      pthread_rwlock_rdlock(readWrite.pointer)
      let barrier = Shared(pthread_barrier_t())
      pthread_barrier_init(barrier.pointer, nil, 2)
      return [
        TimedCall(description: "pthread_barrier_wait", result: 1) {
          pthread_barrier_wait(barrier.pointer) <= 0 ? 1 : 0
        } release: {
          pthread_barrier_wait(barrier.pointer)
        },
        TimedCall(description: "NSCondition.wait(until:)", result: 0) {
          let condition = NSCondition()
          condition.lock()
          defer { condition.unlock() }
          return condition.wait(until: Date(timeIntervalSinceNow: duration)) ? 1 : 0
        },
        TimedCall(description: "pthread_mutex_lock", result: 0) {
          Int(pthread_mutex_lock(mutex.pointer))
        } release: {
          pthread_mutex_unlock(mutex.pointer)
        },
        TimedCall(description: "pthread_mutex_timedlock", result: Int(ETIMEDOUT)) {
          var time = after(duration)
          return Int(pthread_mutex_timedlock(timedMutex.pointer, &time))
        },
        TimedCall(description: "pthread_cond_wait", result: 0) {
          let mutex = newMutex()
          pthread_mutex_lock(mutex.pointer)
          return Int(pthread_cond_wait(condition.pointer, mutex.pointer))
        } release: {
          pthread_cond_broadcast(condition.pointer)
        },
        TimedCall(description: "pthread_cond_timedwait", result: Int(ETIMEDOUT)) {
          let (mutex, condition) = (newMutex(), Shared(pthread_cond_t()))
          pthread_cond_init(condition.pointer, nil)
          pthread_mutex_lock(mutex.pointer)
          var time = after(duration)
          return Int(pthread_cond_timedwait(condition.pointer, mutex.pointer, &time))
        },
        TimedCall(description: "pthread_rwlock_timedwrlock", result: Int(ETIMEDOUT)) {
          var time = after(duration)
          return Int(pthread_rwlock_timedwrlock(readWrite.pointer, &time))
        },
      ]
    }

    private static var files: [TimedCall] {
      let (toRead, toWrite) = (pipeEnds(), pipeEnds())
      let locked = NSTemporaryDirectory() + "locked-\(getpid())-\(UInt32.random(in: 0 ... .max))"
      let holder = open(locked, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      flock(holder, LOCK_EX)
      return [
        TimedCall(description: "read", result: 1) {
          var byte: UInt8 = 0
          return read(toRead.read, &byte, 1)
        } release: {
          write(toRead.write, "x", 1)
        },
        TimedCall(description: "write to a full pipe", result: 1 << 17) {
          write(toWrite.write, [UInt8](repeating: 0, count: 1 << 17), 1 << 17)
        } release: {
          var rest = 1 << 17
          var bytes = [UInt8](repeating: 0, count: 1 << 16)
          while rest > 0 { rest -= max(0, read(toWrite.read, &bytes, bytes.count)) }
        },
        TimedCall(description: "recv with a time", result: Int(EAGAIN)) {
          receive(timeout: timeval(tv_sec: 0, tv_usec: 300_000))
        },
        TimedCall(description: "accept with a time", result: Int(EAGAIN)) {
          accept(timeout: timeval(tv_sec: 0, tv_usec: 300_000))
        },
        TimedCall(description: "flock", result: 0) {
          let file = open(locked, O_RDWR | O_CLOEXEC)
          defer { close(file) }
          return Int(flock(file, LOCK_EX))
        } release: {
          flock(holder, LOCK_UN)
          unlink(locked)
        },
        TimedCall(description: "DispatchQueue.sync", result: 1) {
          let queue = DispatchQueue(label: "short")
          queue.async { usleep(300_000) }
          return queue.sync { 1 }
        },
        TimedCall(description: "Thread.sleep", result: 1) {
          let start = ContinuousClock.now
          Thread.sleep(forTimeInterval: duration)
          return ContinuousClock.now - start >= .milliseconds(300) ? 1 : 0
        },
      ]
    }

    private static func receive(timeout: timeval) -> Int {
      var ends: [CInt] = [0, 0]
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
      defer { for end in ends { close(end) } }
      var timeout = timeout
      setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
      var byte: UInt8 = 0
      return recv(ends[0], &byte, 1, 0) == -1 ? Int(errno) : 0
    }

    private static func accept(timeout: timeval) -> Int {
      let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      listen(listener, 1)
      var timeout = timeout
      setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
      return Glibc.accept(listener, nil, nil) == -1 ? Int(errno) : 0
    }
  }

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
      for call in TimedCall.all {
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

    /// A call that sleeps on a thread of its own.
    private final class OngoingCall {
      private let call: TimedCall
      private let reader: SleepingThread
      private var readings = 0
      private let done = DispatchSemaphore(value: 0)
      private let outcome = Shared((result: Int.min, time: Duration.zero))

      init(_ call: TimedCall, _ memory: ProcessMemory) {
        self.call = call
        let parking = Parking.start { [done, outcome] parking in
          parking.note()
          let start = ContinuousClock.now
          let result = call.call()
          outcome.pointer.pointee = (result, ContinuousClock.now - start)
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
        #expect(outcome.pointer.pointee.result == call.result, "\(call)")
        #expect(outcome.pointer.pointee.time >= .milliseconds(200), "\(call)")
      }
    }
  }
#endif
