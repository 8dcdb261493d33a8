/// A waiter that blocks the calling thread.
protocol BlockingWaiter: Waiter {
  /// Sleeps until the wait is decided.
  func park(for wait: SlotKey) -> Decision
}

extension Wait {
  /// The waiter for a blocking wait that is called here.
  static func makeBlockingWaiter(_ context: CallingContext) -> any BlockingWaiter {
    guard RunLoopWaits.areKept else { return ThreadWaiter() }
    if MainThread.isCurrent { return RunLoopWaiter() }
    return ThreadWaiter(mayHaveRunLoop: context == .thread)
  }
}
