/// Something that is fulfilled once, and that one thread or task waits for.
protocol Peer: AnyObject, Sendable {
  init()
  func fulfill()
}

/// One that blocks the thread that waits.
protocol BlockingPeer: Peer {
  func wait()
}

/// One that suspends the task that waits.
protocol SuspendingPeer: Peer {
  func wait() async
}

/// A limit that no wait comes near, where one must be given.
enum Patience {
  static let seconds = 60.0
  static let duration = Duration.seconds(60)
  /// Longer than the whole run. XCTest leaves a timer behind for every wait, and thousands of them going off together
  /// would disturb whatever is measured by then.
  static let beyondTheRun = 7200.0
}
