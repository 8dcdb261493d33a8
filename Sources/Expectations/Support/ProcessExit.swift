#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What is left to say when the process ends.
enum ProcessExit {
  /// In which order it is said.
  enum Stage: Int, CaseIterable, Sendable {
    case summaries
    /// May end the process with a failure.
    case failures
  }

  private static let handlers = Locked<[Stage: [@Sendable () -> Void]]>([:])
  private static let isRegistered: Bool = {
    atexit {
      let handlers = ProcessExit.handlers.withLock { $0 }
      for stage in Stage.allCases { for handler in handlers[stage] ?? [] { handler() } }
    }
    return true
  }()

  /// Has `handler` called when the process ends.
  static func add(_ stage: Stage, _ handler: @escaping @Sendable () -> Void) {
    handlers.withLock { $0[stage, default: []].append(handler) }
    _ = isRegistered
  }
}
