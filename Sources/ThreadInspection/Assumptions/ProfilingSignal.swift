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
#endif
