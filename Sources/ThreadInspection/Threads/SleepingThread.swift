#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// Reads where a sleeping thread is, without disturbing it.
  struct SleepingThread {
    let files: ThreadFiles
    let memory: ProcessMemory

    enum Reading: Equatable {
      case sleeping(SystemCall?, CapturedStack, ScheduleCounters)
      /// Also if it ran between two looks, each time.
      case running
      case unreadable
    }

    /// A thread that wakes while it is read is read again, this often in all.
    private static let attempts = 3

    func read() -> Reading {
      for _ in 0..<Self.attempts {
        guard let before = files.schedule, let line = files.systemCall else { return .unreadable }
        guard case .sleeping(let call, let stackPointer, let programCounter) = line else { return .running }
        let bottom = stackPointer &- RedZone.size
        let bytes = memory.bytes(at: bottom, count: CapturedStack.limit)
        guard files.systemCall == line, files.schedule == before else { continue }
        guard bytes.count > RedZone.size else { return .unreadable }
        var registers = Registers()
        (registers.stackPointer, registers.programCounter) = (stackPointer, programCounter)
        return .sleeping(call, CapturedStack(registers: registers, address: bottom, bytes: bytes), before)
      }
      return .running
    }
  }

  /// Reads where a running thread is, by a signal whose handler copies its registers and its stack.
  ///
  /// A signal would end some calls of a sleeping thread early, so only threads that run get one.
  enum RunningThread {
    private static let answer = ThreadSignalFunctions.shared.map { SignalAnswer($0) }

    /// Runs in the signal handler, and once before that, so that the runtime makes nothing for the first time there.
    private static let handler: ProfilingSignal.Handler = { _, _, context in
      let error = errno
      if let context { RunningThread.answer?.give(context) }
      errno = error
    }

    /// Whether running threads can be asked at all.
    private static let isPossible: Bool = {
      guard !SanitizerRuntime.isOfThreads, answer != nil else { return false }
      withUnsafeTemporaryAllocation(byteCount: SignalRegisters.size, alignment: 16) { context in
        handler(ProfilingSignal.number, nil, context.baseAddress)
      }
      return true
    }()

    /// Returns nil when the thread does not answer in time, or cannot be asked.
    static func read(_ thread: ThreadFiles, _ memory: ProcessMemory, within limit: Duration) -> CapturedStack? {
      guard isPossible, limit > .zero, thread.isOpen(to: ProfilingSignal.number) == true else { return nil }
      return answer?.ask(thread.number, memory, within: limit) {
        // The calling thread runs, although its file shows that it reads its file.
        let isRunning = thread.systemCall == .running || thread.number == ThreadSignalFunctions.shared?.ownThread()
        return isRunning && ProfilingSignal.claim(for: handler)
      }
    }
  }
#endif

/// Finds the thread that holds the lock for which another one waits. A thread that may have run since it was read waits
/// for no known one.
enum LockOwner {
  /// The number of bytes at the address of the wait that suffice. They are copied with the stack.
  static let wordsSize = MutexLayout.size

  /// What is known of the thread that holds the lock for which another one waits.
  static func holder(
    ofLockFor waiter: ThreadSnapshot, functions: [String?], among threads: [ThreadSnapshot]
  ) -> Standing.Holder? {
    let number = thread(holdingLockOf: waiter, functions: functions, among: Set(threads.map(\.number)))
    guard case .sleeping(let call?) = waiter.state, let futex = call.futex,
      let holder = threads.first(where: { $0.number == number })
    else { return nil }
    return Standing.Holder(
      number: holder.number, name: ThreadStanding.name(of: holder), lock: futex.address, isStill: holder.isStill,
      isLimited: futex.hasLimit)
  }

  /// - Parameters:
  ///   - functions: The symbols on the stack of the waiting thread, the innermost first. An unknown one is nil.
  ///   - threads: The numbers of all threads of the process.
  static func thread(
    holdingLockOf waiter: ThreadSnapshot, functions: [String?], among threads: Set<Int32>
  ) -> Int32? {
    guard waiter.isStill, case .sleeping(let call?) = waiter.state, let futex = call.futex else { return nil }
    let owner: Int32?
    if KernelLock.isLocking(futex.operation) {
      var reader = ByteReader(waiter.lockWords)
      let holder = (try? reader.u32()).flatMap { KernelLock.owner($0) }
      // The kernel gives the lock to a thread before it wakes it, and lets none wait for a lock of its own.
      owner = holder == waiter.number ? nil : holder
    } else if futex.expected == MutexLayout.contended,
      functions.prefix(4).contains(where: { $0.map(MutexLayout.isLocking) ?? false })
    {
      owner = MutexLayout(waiter.lockWords)?.owner
    } else {
      owner = nil
    }
    return owner.flatMap { threads.contains($0) ? $0 : nil }
  }
}

/// The call of the kernel in which a thread sleeps.
package struct SystemCall: Equatable, Sendable {
  package var number: Int
  /// The six argument registers. Calls with fewer arguments leave anything in the others.
  package var arguments: [UInt64]
}

extension SystemCall {
  /// The wait for a word of memory that all locks and semaphores are built on, if the call is one.
  struct Futex: Equatable, Sendable {
    /// The address of the word.
    var address: UInt64
    /// What is done, without the flags.
    var operation: UInt64
    /// The value that the word had.
    var expected: UInt64
    /// Whether the call ends by itself after some time.
    var hasLimit: Bool
  }

  var futex: Futex? {
    guard number == 202, arguments.count == 6 else { return nil }
    return Futex(
      address: arguments[0], operation: arguments[1] & 0x7f, expected: arguments[2] & 0xffff_ffff,
      hasLimit: arguments[3] != 0)
  }
}
