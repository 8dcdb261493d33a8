#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization

  /// The memory into which a signal handler copies the registers and the stack of its thread.
  ///
  /// There is one, which lives as long as the process, because a signal may come late. The handler uses only plain
  /// memory, an atomic word, `gettid`, `pread` and `sem_post`.
  struct SignalAnswer: @unchecked Sendable {
    // Sendable: the word `phase` tells whether the asking thread or the handler may use the memory.

    /// Who may use the memory. A thread number is added to `asked`, so only the handler of that thread answers.
    private enum Phase {
      static let free: UInt64 = 0
      static let writing: UInt64 = 1
      static let answered: UInt64 = 2
      static let asked: UInt64 = 1 << 32
    }

    private let phase: UnsafeMutablePointer<Atomic<UInt64>>
    /// The asking threads take turns. A semaphore instead of a lock: in a forked child it may stay taken for ever, and
    /// waiting for it has a limit.
    private let turn: UnsafeMutablePointer<sem_t>
    private let answered: UnsafeMutablePointer<sem_t>
    private let file: UnsafeMutablePointer<CInt>
    private let context: UnsafeMutableRawPointer
    private let bytes: UnsafeMutableRawPointer
    private let count: UnsafeMutablePointer<Int>
    private let functions: ThreadSignalFunctions

    init(_ functions: ThreadSignalFunctions) {
      self.functions = functions
      phase = .allocate(capacity: 1)
      phase.initialize(to: Atomic(Phase.free))
      turn = .allocate(capacity: 1)
      turn.initialize(to: sem_t())
      sem_init(turn, 0, 1)
      answered = .allocate(capacity: 1)
      answered.initialize(to: sem_t())
      sem_init(answered, 0, 0)
      file = .allocate(capacity: 1)
      file.initialize(to: -1)
      count = .allocate(capacity: 1)
      count.initialize(to: 0)
      context = .allocate(byteCount: SignalRegisters.size, alignment: 16)
      bytes = .allocate(byteCount: CapturedStack.limit, alignment: 16)
    }

    /// Runs in the signal handler.
    func give(_ interrupted: UnsafeMutableRawPointer) {
      let expected = Phase.asked + UInt64(functions.ownThread())
      guard phase.pointee.compareExchange(expected: expected, desired: Phase.writing, ordering: .acquiring).exchanged
      else { return }
      memcpy(context, interrupted, SignalRegisters.size)
      let stackPointer = interrupted.loadUnaligned(fromByteOffset: SignalRegisters.stackPointerOffset, as: UInt64.self)
      count.pointee = pread(
        file.pointee, bytes, CapturedStack.limit, off_t(Int64(bitPattern: stackPointer &- RedZone.size)))
      phase.pointee.store(Phase.answered, ordering: .releasing)
      sem_post(answered)
    }
  }

  extension SignalAnswer {
    /// Sends the signal to a thread and waits for its answer.
    ///
    /// The handler must be claimed before. `isNeeded` is asked when it is this caller's turn.
    func ask(_ thread: Int32, _ memory: ProcessMemory, within limit: Duration, if isNeeded: () -> Bool)
      -> CapturedStack?
    {
      let end = Self.instant(after: limit)
      guard wait(for: turn, until: end) else { return nil }
      defer { sem_post(turn) }
      guard isNeeded(), open(for: thread, memory) else { return nil }
      if functions.send(getpid(), thread, ProfilingSignal.number) == 0 { _ = wait(for: answered, until: end) }
      let asked = Phase.asked + UInt64(thread)
      if phase.pointee.compareExchange(expected: asked, desired: Phase.free, ordering: .relaxed).exchanged {
        return nil
      }
      // A handler that still writes keeps the memory; a later question finds it answered.
      guard phase.pointee.load(ordering: .acquiring) == Phase.answered else { return nil }
      return answer
    }

    /// Prepares a question. Returns false while the handler of an earlier one still writes.
    private func open(for thread: Int32, _ memory: ProcessMemory) -> Bool {
      guard phase.pointee.load(ordering: .acquiring) != Phase.writing else { return false }
      while sem_trywait(answered) == 0 {}
      file.pointee = memory.file
      phase.pointee.store(Phase.asked + UInt64(thread), ordering: .releasing)
      return true
    }

    private func wait(for semaphore: UnsafeMutablePointer<sem_t>, until end: timespec) -> Bool {
      var end = end
      while functions.wait(semaphore, CLOCK_MONOTONIC, &end) != 0 {
        guard errno == EINTR else { return false }
      }
      return true
    }

    private static func instant(after limit: Duration) -> timespec {
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      let nanoseconds = end.tv_nsec + Int(limit / .nanoseconds(1))
      end.tv_sec += nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
      return end
    }

    private var answer: CapturedStack? {
      let registers = SignalRegisters.registers(in: context)
      guard let stackPointer = registers.stackPointer, count.pointee > RedZone.size else { return nil }
      let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count.pointee))
      return CapturedStack(registers: registers, address: stackPointer &- RedZone.size, bytes: copy)
    }
  }
#endif
