#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// The registers of an interrupted thread, as the kernel gives them to a signal handler.
  ///
  /// Assumption: the context is two words, a `stack_t`, and 23 words in the order of `REG_R8`, …, `REG_RIP` of
  /// `<ucontext.h>`, which Swift does not import.
  /// Check: the stack pointer must lie in memory that can be read, and the program counter in code of an image.
  /// If false: a running thread "could not be read".
  /// Remove when: Swift imports these constants.
  enum SignalRegisters {
    /// The bytes from the beginning of the context to the end of the registers.
    static let size = registersOffset + 23 * 8
    private static let registersOffset = 16 + MemoryLayout<stack_t>.size

    /// Where the stack pointer lies in the context.
    static let stackPointerOffset = registersOffset + 15 * 8

    /// The place of each register in the context, in the order of DWARF: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to
    /// r15, rip.
    private static let places = [13, 12, 14, 11, 9, 8, 10, 15, 0, 1, 2, 3, 4, 5, 6, 7, 16]

    static func registers(in context: UnsafeRawPointer) -> Registers {
      var registers = Registers()
      for (number, place) in places.enumerated() {
        registers[number] = context.loadUnaligned(fromByteOffset: registersOffset + place * 8, as: UInt64.self)
      }
      return registers
    }
  }
#endif
