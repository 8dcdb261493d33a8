#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// The signal that asks a running thread where it is.
  ///
  /// Assumption: the threads of Dispatch, which block most signals, let `SIGPROF` through.
  /// Check: the kernel tells which signals a thread blocks; a thread that blocks this one is not asked. A handler
  /// that is not this module's is left alone.
  /// If false: a running thread "could not be read".
  /// Remove when: the kernel tells the registers of a running thread.
  enum ProfilingSignal {
    static let number = SIGPROF

    typealias Handler = @convention(c) (CInt, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// Makes `handler` that of the signal. Returns false when there is another one.
    ///
    /// The handler stays: without it, a signal that comes late would end the process.
    static func claim(for handler: Handler) -> Bool {
      var present = sigaction()
      guard sigaction(number, nil, &present) == 0 else { return false }
      let address = unsafeBitCast(present.__sigaction_handler.sa_sigaction, to: UInt.self)
      if address == unsafeBitCast(handler, to: UInt.self) { return true }
      // The default action has the address zero.
      guard address == 0 else { return false }
      var new = sigaction()
      new.__sigaction_handler.sa_sigaction = handler
      // The handler does not block the signal, so that the kernel tells whether the thread itself blocks it.
      new.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | SA_NODEFER
      sigemptyset(&new.sa_mask)
      return sigaction(number, &new, nil) == 0
    }
  }

  /// The registers of an interrupted thread, as the kernel gives them to a signal handler.
  ///
  /// Assumption: the context is two words, a `stack_t`, and 23 words in the order of `REG_R8`, …, `REG_RIP` of
  /// `<ucontext.h>`, which Swift does not import.
  /// Check: the stack pointer must lie in memory that can be read, and the program counter in code of an image.
  /// If false: a running thread "could not be read".
  /// Remove when: Swift imports these constants.
  enum SignalRegisters {
    /// The bytes from the beginning of the context to the end of the registers.
    static var size: Int { registersOffset + 23 * 8 }
    private static var registersOffset: Int { 16 + MemoryLayout<stack_t>.size }

    /// Where the stack pointer lies in the context.
    static var stackPointerOffset: Int { registersOffset + 15 * 8 }

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

/// The code to which a signal handler returns: it is not called, so no call stands before it.
///
/// Assumption: it is `mov rax, 15; syscall`, which is the system call that ends a handler.
/// Check: the bytes must be these.
/// If false: a stack ends at a handler, not complete.
/// Remove when: never; this is the convention of the kernel for x86_64.
enum SignalReturn {
  private static let code: [UInt8] = [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05]

  /// The number of bytes that suffice.
  static var length: Int { code.count }

  static func isThere(_ bytes: [UInt8]) -> Bool { bytes == code }
}

#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// Three functions of the C library that Swift does not import.
  ///
  /// Assumption: the library has `gettid`, `tgkill` and `sem_clockwait` (glibc 2.30 and later), and the first may be
  /// called in a signal handler.
  /// Check: they are looked up by name, and `gettid` must tell the number of a thread of this process.
  /// If false: running threads "could not be read".
  /// Remove when: Swift imports them.
  struct ThreadSignalFunctions: Sendable {
    let ownThread: @Sendable @convention(c) () -> Int32
    let send: @Sendable @convention(c) (Int32, Int32, CInt) -> CInt
    let wait: @Sendable @convention(c) (UnsafeMutablePointer<sem_t>, clockid_t, UnsafePointer<timespec>) -> CInt

    static let shared = ThreadSignalFunctions()

    private init?() {
      guard let ownThread = dlsym(nil, "gettid"), let send = dlsym(nil, "tgkill"),
        let wait = dlsym(nil, "sem_clockwait")
      else { return nil }
      self.ownThread = unsafeBitCast(ownThread, to: (@Sendable @convention(c) () -> Int32).self)
      self.send = unsafeBitCast(send, to: (@Sendable @convention(c) (Int32, Int32, CInt) -> CInt).self)
      self.wait = unsafeBitCast(
        wait,
        to: (@Sendable @convention(c) (UnsafeMutablePointer<sem_t>, clockid_t, UnsafePointer<timespec>) -> CInt).self)
    }
  }
#endif

/// Whether a sanitizer watches this process.
///
/// Assumption: a program that is built with the thread or address sanitizer has a function of this name. The thread
/// sanitizer delays signal handlers until the thread calls it.
/// Check: none; a test runs under each sanitizer.
/// If false: tasks are searched in the huge tables of the sanitizer, up to the limits of the search, and each running
/// thread costs the time limit of one signal and cannot be read.
/// Remove when: the compiler states the sanitizer as a condition.
enum SanitizerRuntime {
  static let isPresent = isOfThreads || RuntimeSymbol.address("__asan_init") != nil
  static let isOfThreads = RuntimeSymbol.address("__tsan_init") != nil
}
