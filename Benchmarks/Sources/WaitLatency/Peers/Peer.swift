/// An object that is fulfilled once, and that one thread or task waits for.
protocol Peer: AnyObject, Sendable {
  init()
  func fulfill()
}

/// A peer that blocks the waiting thread.
protocol BlockingPeer: Peer {
  func wait()
}

/// A peer that suspends the waiting task.
protocol SuspendingPeer: Peer {
  func wait() async
}

/// A limit that no wait reaches, for calls that require one.
enum WaitLimit {
  static let seconds = 60.0
  static let duration = Duration.seconds(60)
  /// Longer than the whole run. XCTest leaves a timer behind for every wait, and thousands of them firing together
  /// would disturb the measurement at that time.
  static let beyondTheRun = 7200.0
}
