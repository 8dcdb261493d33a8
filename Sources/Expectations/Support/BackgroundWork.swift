import Dispatch

/// Runs work that may block or take a long time, such as writing to standard error. No code waits for it.
///
/// The work has its own queue. It cannot delay a deadline or a test.
enum BackgroundWork {
  private static let queue = DispatchQueue(label: "expectations.background")

  static func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
