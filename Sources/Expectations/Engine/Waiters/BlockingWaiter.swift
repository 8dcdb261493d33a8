/// A waiter that blocks the calling thread.
protocol BlockingWaiter: Waiter {
  /// Sleeps until the wait is decided.
  func park(for wait: SlotKey) -> Decision
}

extension Wait {
  /// Returns the waiter for a blocking wait in this context.
  static func makeBlockingWaiter(_ context: CallingContext, for awaited: String?) -> any BlockingWaiter {
    guard RunLoopWaits.areKept else { return ThreadWaiter(for: awaited) }
    if MainThread.isCurrent { return RunLoopWaiter(for: awaited) }
    return ThreadWaiter(for: awaited, mayHaveRunLoop: context == .thread)
  }
}

extension CallingContext {
  /// The context of the calling thread.
  static var current: CallingContext {
    // Check the queue first, even in a task and on the main thread: a block in `sync` runs on the thread of its caller.
    if let label = ThreadLabel.current.queue { return .queue(label) }
    if RunningTask.exists { return MainQueue.isCurrent ? .mainQueueJob : .task }
    if MainThread.isCurrent { return .mainThread }
    return MainQueue.isCurrent ? .mainQueueJob : .thread
  }
}
