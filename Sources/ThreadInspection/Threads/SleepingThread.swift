#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// Reads where a sleeping thread is, without disturbing it.
  struct SleepingThread {
    let files: ThreadFiles
    let memory: ProcessMemory

    enum Reading: Equatable {
      case sleeping(SystemCall?, CapturedStack, ScheduleCounters)
      case running
      /// It ran between two looks, each time.
      case unsteady
      case unreadable
    }

    /// A thread that wakes while it is read is read again, this often in all.
    private static let attempts = 3

    func read() -> Reading {
      for _ in 0..<Self.attempts {
        guard let before = files.schedule, let line = files.systemCall else { return .unreadable }
        guard case .sleeping(let call, let stackPointer, let programCounter) = line else { return .running }
        let stack = copy(from: stackPointer, programCounter, call)
        guard files.systemCall == line, files.schedule == before else { continue }
        guard let stack else { return .unreadable }
        return .sleeping(call, stack, before)
      }
      return .unsteady
    }

    private func copy(from stackPointer: UInt64, _ programCounter: UInt64, _ call: SystemCall?) -> CapturedStack? {
      let bottom = stackPointer &- RedZone.size
      let bytes = memory.bytes(at: bottom, count: CapturedStack.limit)
      guard bytes.count > RedZone.size else { return nil }
      var registers = Registers()
      registers.stackPointer = stackPointer
      registers.programCounter = programCounter
      return CapturedStack(registers: registers, address: bottom, bytes: bytes)
    }
  }
#endif
