#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport

  @testable import ThreadInspection

  /// A call that sleeps. Each is made by a closure of its own, which notes itself in the line before the call, and does
  /// something after it: otherwise its last call could be a jump, which leaves no frame.
  struct BlockingCall: Sendable, CustomStringConvertible {
    var description: String
    /// What the thread is said to do.
    var activity: Standing.Activity
    /// The name of the function that is called, where it is of interest.
    var callee: String?
    /// What the thread is for.
    var role: Standing.Role
    /// What the call returns when nothing disturbs it.
    var result: Int
    /// Sleeps for a number of seconds, or until `release`.
    var sleep: @Sendable (Parking, Double) -> Int
    /// Nil if the call ends by itself.
    var release: (@Sendable () -> Void)?

    init(
      _ description: String, _ activity: Standing.Activity, callee: String? = nil, role: Standing.Role = .other,
      returns result: Int = 0, _ sleep: @escaping @Sendable (Parking, Double) -> Int
    ) {
      self.description = description
      self.activity = activity
      self.callee = callee
      self.role = role
      self.result = result
      self.sleep = sleep
    }

    func released(_ release: @escaping @Sendable () -> Void) -> BlockingCall {
      var call = self
      call.release = release
      return call
    }

    /// Whether this is said of the thread in the call. Of the holder of a lock, only the thread is compared, if known.
    func isRight(_ standing: Standing, _ parking: Parking) -> Bool {
      guard case .thread(parking.thread, _, role) = standing.subject, standing.isAt(parking.line + 1, #filePath)
      else { return false }
      guard case .lock(let holder) = activity, case .lock(let found) = standing.activity
      else { return activity == standing.activity }
      return holder == nil || holder?.number == found?.number
    }

    static var all: [BlockingCall] { locks + primitives + dispatch + timed + files + processes + shapes }

    private static var locks: [BlockingCall] {
      let held: [any NSLocking & Sendable] = [NSLock(), NSRecursiveLock(), NSCondition()]
      let (mutex, condition) = (SharedMutex(0), NSCondition())
      let mutexHolder = WaitingThread { wait in mutex.value.withLock { _ in wait() } }
      return held.map { lock in
        let holder = WaitingThread { wait in lock.withLock(wait) }
        return BlockingCall("\(type(of: lock))", .lock(heldBy: holder)) { parking, _ in
          parking.note()
          lock.lock()
          lock.unlock()
          return 0
        }.released { holder.release() }
      } + [
        BlockingCall("Mutex", .lock(heldBy: mutexHolder), returns: 1) { parking, _ in
          parking.note()
          mutex.value.withLock { $0 += 1 }
          return mutex.value.withLock { $0 }
        }.released { mutexHolder.release() },
        BlockingCall("NSCondition.wait()", .condition) { parking, _ in
          condition.lock()
          parking.note()
          condition.wait()
          condition.unlock()
          return 0
        }.released { condition.broadcast() },
      ]
    }

    /// The C library's own.
    private static var primitives: [BlockingCall] {
      let timedMutex = Primitive.mutex()
      let (condition, timedCondition) = (Primitive(pthread_cond_t()), Primitive(pthread_cond_t()))
      let (readWrite, barrier) = (Primitive(pthread_rwlock_t()), Primitive(pthread_barrier_t()))
      let (semaphore, timedSemaphore) = (Primitive(sem_t()), Primitive(sem_t()))
      pthread_mutex_lock(timedMutex.pointer)
      for each in [condition, timedCondition] { pthread_cond_init(each.pointer, nil) }
      pthread_rwlock_init(readWrite.pointer, nil)
      pthread_rwlock_rdlock(readWrite.pointer)
      pthread_barrier_init(barrier.pointer, nil, 2)
      for each in [semaphore, timedSemaphore] { sem_init(each.pointer, 0, 0) }
      return [
        BlockingCall("pthread_mutex_timedlock", .lock(holder: nil), returns: Int(ETIMEDOUT)) { parking, seconds in
          var end = timespec.now(plus: seconds)
          parking.note()
          return Int(pthread_mutex_timedlock(timedMutex.pointer, &end))
        },
        BlockingCall("pthread_cond_wait", .condition) { parking, _ in
          let mutex = Primitive.mutex()
          pthread_mutex_lock(mutex.pointer)
          parking.note()
          return Int(pthread_cond_wait(condition.pointer, mutex.pointer))
        }.released { pthread_cond_broadcast(condition.pointer) },
        BlockingCall("pthread_cond_timedwait", .condition, returns: Int(ETIMEDOUT)) { parking, seconds in
          let mutex = Primitive.mutex()
          pthread_mutex_lock(mutex.pointer)
          var end = timespec.now(plus: seconds)
          parking.note()
          return Int(pthread_cond_timedwait(timedCondition.pointer, mutex.pointer, &end))
        },
        BlockingCall("pthread_rwlock_timedwrlock", .lock(holder: nil), returns: Int(ETIMEDOUT)) { parking, seconds in
          var end = timespec.now(plus: seconds)
          parking.note()
          return Int(pthread_rwlock_timedwrlock(readWrite.pointer, &end))
        },
        BlockingCall("pthread_barrier_wait", .asleep, returns: 1) { parking, _ in
          parking.note()
          return pthread_barrier_wait(barrier.pointer) <= 0 ? 1 : 0
        }.released { pthread_barrier_wait(barrier.pointer) },
        BlockingCall("sem_wait", .semaphore) { parking, _ in
          parking.note()
          return Int(sem_wait(semaphore.pointer))
        }.released { sem_post(semaphore.pointer) },
        BlockingCall("sem_timedwait", .semaphore, returns: Int(ETIMEDOUT)) { parking, seconds in
          var end = timespec.now(plus: seconds)
          parking.note()
          return sem_timedwait(timedSemaphore.pointer, &end) == -1 ? Int(errno) : 0
        },
      ]
    }

    private static var dispatch: [BlockingCall] {
      let (semaphore, timedSemaphore, gate) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      let (queue, group) = (DispatchQueue(label: "held"), DispatchGroup())
      queue.async { gate.wait() }
      group.enter()
      // Dispatch items can be used by several threads at once.
      nonisolated(unsafe) let item = DispatchWorkItem {}
      return [
        BlockingCall("DispatchSemaphore", .semaphore, callee: "DispatchSemaphore.wait()") { parking, _ in
          parking.note()
          semaphore.wait()
          return 0
        }.released { semaphore.signal() },
        // This function of Dispatch only jumps to another one.
        BlockingCall(
          "DispatchSemaphore with a time", .semaphore, callee: "DispatchSemaphore.wait(timeout:)", returns: 1
        ) { parking, seconds in
          parking.note()
          return timedSemaphore.wait(timeout: .now() + seconds) == .timedOut ? 1 : 0
        },
        BlockingCall("DispatchQueue.sync", .dispatchSync, returns: 1) { parking, _ in
          parking.note()
          return queue.sync { 1 }
        }.released { gate.signal() },
        BlockingCall("DispatchGroup", .dispatchGroup) { parking, _ in
          parking.note()
          group.wait()
          return 0
        }.released { group.leave() },
        BlockingCall("DispatchWorkItem", .workItem) { parking, _ in
          parking.note()
          item.wait()
          return 0
        }.released { item.perform() },
      ]
    }

    private static var timed: [BlockingCall] {
      [
        BlockingCall("usleep", .sleep) { parking, seconds in
          parking.note()
          return Int(usleep(useconds_t(seconds * 1e6)))
        },
        BlockingCall("Thread.sleep", .sleep) { parking, seconds in
          parking.note()
          Thread.sleep(forTimeInterval: seconds)
          return 0
        },
        BlockingCall("poll", .event) { parking, seconds in
          parking.note()
          return Int(poll(nil, 0, CInt(seconds * 1e3)))
        },
        BlockingCall("select", .event) { parking, seconds in
          var time = timeval(seconds)
          parking.note()
          return Int(select(0, nil, nil, nil, &time))
        },
      ]
    }

    private static var files: [BlockingCall] {
      let (toRead, toWrite) = (pipeEnds(), pipeEnds())
      let locked = NSTemporaryDirectory() + "locked-\(getpid())-\(UInt32.random(in: 0 ... .max))"
      let holder = open(locked, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      flock(holder, LOCK_EX)
      return [
        BlockingCall("read from a pipe", .read, returns: 1) { parking, _ in
          var byte: UInt8 = 0
          parking.note()
          return read(toRead.read, &byte, 1)
        }.released { write(toRead.write, "x", 1) },
        BlockingCall("write to a full pipe", .write, returns: 1 << 17) { parking, _ in
          let bytes = [UInt8](repeating: 0, count: 1 << 17)
          parking.note()
          return write(toWrite.write, bytes, bytes.count)
        }.released {
          var rest = 1 << 17
          var bytes = [UInt8](repeating: 0, count: 1 << 16)
          while rest > 0 { rest -= max(0, read(toWrite.read, &bytes, bytes.count)) }
        },
        BlockingCall("recv with a time", .read, returns: Int(EAGAIN)) { parking, seconds in
          var ends: [CInt] = [0, 0]
          socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends)
          limit(ends[0], to: seconds)
          var byte: UInt8 = 0
          parking.note()
          return recv(ends[0], &byte, 1, 0) == -1 ? Int(errno) : 0
        },
        BlockingCall("accept with a time", .read, returns: Int(EAGAIN)) { parking, seconds in
          let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
          listen(listener, 1)
          limit(listener, to: seconds)
          parking.note()
          return accept(listener, nil, nil) == -1 ? Int(errno) : 0
        },
        BlockingCall("flock", .asleep) { parking, _ in
          let file = open(locked, O_RDWR | O_CLOEXEC)
          parking.note()
          return Int(flock(file, LOCK_EX))
        }.released {
          flock(holder, LOCK_UN)
          unlink(locked)
        },
      ]
    }

    /// The processes get a signal, because they have open files of this one, whose end is noticed only after them.
    private static var processes: [BlockingCall] {
      let child = Primitive(pid_t())
      let process = Process()
      return [
        BlockingCall("waitpid", .process, returns: 1) { parking, _ in
          let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
          posix_spawnp(child.pointer, "sleep", nil, nil, arguments, nil)
          var status: CInt = 0
          parking.note()
          return waitpid(child.pointer.pointee, &status, 0) == child.pointer.pointee ? 1 : 0
        }.released { kill(child.pointer.pointee, SIGKILL) },
        BlockingCall("Process.waitUntilExit", .process, returns: Int(SIGKILL)) { parking, _ in
          process.executableURL = URL(fileURLWithPath: "/bin/sleep")
          process.arguments = ["60"]
          try? process.run()
          parking.note()
          process.waitUntilExit()
          return Int(process.terminationStatus)
        }.released { kill(process.processIdentifier, SIGKILL) },
        BlockingCall("pthread_join", .threadEnd) { parking, seconds in
          var thread = pthread_t()
          let time = UnsafeMutableRawPointer(bitPattern: UInt(seconds * 1e6))
          pthread_create(
            &thread, nil,
            { time in
              usleep(useconds_t(UInt(bitPattern: time)))
              return nil
            }, time)
          parking.note()
          return Int(pthread_join(thread, nil))
        },
      ]
    }

    /// Functions with unusual frames, or of an unusual caller.
    private static var shapes: [BlockingCall] {
      [
        BlockingCall("a function with a variable frame", .sleep) { parking, seconds in
          sleepWithVariableFrame(parking, seconds, (1, 2, 3))
        },
        BlockingCall("a callback of qsort", .sleep) { parking, seconds in
          calledLock.withLock { called["qsort"] = (parking, seconds) }
          var numbers: [CInt] = [2, 1]
          qsort(&numbers, 2, 4) { _, _ in sleepInCallback("qsort") }
          return 0
        },
        BlockingCall("a signal handler", .sleep) { parking, seconds in
          calledLock.withLock { called["signal"] = (parking, seconds) }
          signal(SIGUSR2) { _ in _ = sleepInCallback("signal") }
          // A thread that one of Dispatch creates blocks most signals, as its creator does.
          var signals = sigset_t()
          sigemptyset(&signals)
          sigaddset(&signals, SIGUSR2)
          pthread_sigmask(SIG_UNBLOCK, &signals, nil)
          return Int(pthread_kill(pthread_self(), SIGUSR2))
        },
        onOtherThread("a queue", .dispatchWorker) { body in DispatchQueue.global().async(execute: body) },
        onOtherThread("a task", .pool) { body in
          Task.detached {
            await Task.yield()
            body()
          }
        },
        onOtherThread("a task with an executor", .other) { body in
          Task.detached(executorPreference: ThreadExecutor()) { body() }
        },
      ]
    }

    private static func onOtherThread(
      _ description: String, _ role: Standing.Role,
      _ start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) -> BlockingCall {
      BlockingCall(description, .sleep, role: role) { parking, seconds in
        let end = DispatchSemaphore(value: 0)
        start {
          sleepOnOtherThread(parking, seconds)
          end.signal()
        }
        end.wait()
        return 0
      }
    }
  }

  extension Standing.Activity {
    fileprivate static func lock(heldBy holder: WaitingThread) -> Standing.Activity {
      .lock(holder: Standing.Holder(number: holder.number))
    }
  }

  /// Without specialization, it reserves stack for values whose size is known only when it runs.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func sleepWithVariableFrame<Value>(_ parking: Parking, _ seconds: Double, _ value: Value) -> Int {
    let copy = [value, value].map { $0 }
    defer { withExtendedLifetime(copy) {} }
    parking.note()
    return Int(usleep(useconds_t(seconds * 1e6)))
  }

  /// What functions in C have to know, which take no closure.
  // Unsafe: the lock guards it. It is no `Mutex`, because the thread sanitizer does not see that one lock.
  nonisolated(unsafe) private var called: [String: (Parking, Double)] = [:]
  private let calledLock = NSLock()

  @inline(never)
  private func sleepInCallback(_ name: String) -> CInt {
    guard let (parking, seconds) = calledLock.withLock({ called.removeValue(forKey: name) }) else { return 0 }
    parking.note()
    usleep(useconds_t(seconds * 1e6))
    return 0
  }

  @inline(never)
  private func sleepOnOtherThread(_ parking: Parking, _ seconds: Double) {
    parking.note()
    usleep(useconds_t(seconds * 1e6))
    parking.noteEnd()
  }

  private func pipeEnds() -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    pipe(&ends)
    return (ends[0], ends[1])
  }

  /// Lets calls that receive from a socket give up.
  private func limit(_ socket: CInt, to seconds: Double) {
    var time = timeval(seconds)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  extension timespec {
    static func now(plus seconds: Double) -> timespec {
      let end = Date().timeIntervalSince1970 + seconds
      return timespec(tv_sec: Int(end), tv_nsec: Int((end - end.rounded(.down)) * 1e9))
    }
  }

  extension timeval {
    fileprivate init(_ seconds: Double) {
      self.init(tv_sec: Int(seconds), tv_usec: Int((seconds - seconds.rounded(.down)) * 1e6))
    }
  }

  /// A value of the C library at one address.
  struct Primitive<Value>: @unchecked Sendable {
    // Sendable: the pointee is there to be used from several threads, or only one uses it.
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: Value) {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: value)
    }
  }

  extension Primitive<pthread_mutex_t> {
    static func mutex() -> Self {
      let mutex = Primitive(pthread_mutex_t())
      pthread_mutex_init(mutex.pointer, nil)
      return mutex
    }
  }

  final class SharedMutex<Value>: Sendable {
    let value: Mutex<Value>
    init(_ value: sending Value) { self.value = Mutex(value) }
  }
#endif
