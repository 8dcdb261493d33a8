#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

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
