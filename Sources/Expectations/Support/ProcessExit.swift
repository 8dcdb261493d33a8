import Foundation

/// Runs handlers when the process ends, to print what remains.
enum ProcessExit {
  /// The stages in which handlers run, in order.
  enum Stage: Int, CaseIterable, Sendable {
    case summaries
    /// Handlers of this stage may end the process with a failure.
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

  /// Registers `handler` to run when the process ends.
  static func add(_ stage: Stage, _ handler: @escaping @Sendable () -> Void) {
    handlers.withLock { $0[stage, default: []].append(handler) }
    _ = isRegistered
  }
}
