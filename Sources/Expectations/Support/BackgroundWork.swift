import Dispatch

/// Runs work that may block or take a long time and that nothing waits for, such as writing to standard error.
///
/// The work has its own queue. It cannot delay a deadline or a test.
enum BackgroundWork {
  private static let queue = DispatchQueue(label: "expectations.background")

  static func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
