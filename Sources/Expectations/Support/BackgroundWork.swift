import Dispatch

/// Work that may block or take long, and that nothing waits for: writing to standard error, reading about threads. It
/// has a queue of its own, so that no deadline, and no test, is held up by it.
enum BackgroundWork {
  private static let queue = DispatchQueue(label: "expectations.background")

  static func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
