/// A waiter that blocks the calling thread.
protocol BlockingWaiter: Waiter {
  /// Sleeps until the wait is decided.
  func park(for wait: SlotKey) -> Decision
}

extension Wait {
  /// Returns the waiter for a blocking wait in this context.
  static func makeBlockingWaiter(_ context: CallingContext) -> any BlockingWaiter {
    guard RunLoopWaits.areKept else { return ThreadWaiter() }
    if MainThread.isCurrent { return RunLoopWaiter() }
    return ThreadWaiter(mayHaveRunLoop: context == .thread)
  }
}
