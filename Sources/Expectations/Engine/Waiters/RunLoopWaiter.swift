import Foundation

/// Services the run loop of the thread that waits, on the main thread the main queue too.
///
/// A wake-up can be swallowed by a run loop that user code runs inside of ours. So the loop is watched: whenever it is
/// about to sleep and the innermost wait has its permit, it is left instead.
final class RunLoopWaiter: BlockingWaiter {
  private let gate = ThreadWaiter()
  private let exit = RunLoopExit()
  private let isOnMain = MainThread.isCurrent

  /// Runs the loop until there is a permit. When the loop has nothing left to run for, the thread sleeps.
  func park(for wait: SlotKey) -> Decision {
    RunLoopWaits.push(wait, self)
    runLoop()
    RunLoopWaits.pop()
    let blocksMainQueue = isOnMain && !gate.isGranted
    if blocksMainQueue { Blockage.mainQueue.enter() }
    defer { if blocksMainQueue { Blockage.mainQueue.leave() } }
    return gate.park()
  }

  private func runLoop() {
    let outer = isOnMain ? Self.replaceOnMain(by: self) : nil
    exit.open()
    // The limit is ours to keep: the loop's own is a timer on a global queue, which may be starved.
    while !gate.isGranted, RunLoop.current.run(mode: .default, before: .distantFuture) { answerIfAsked() }
    exit.close()
    if isOnMain { _ = Self.replaceOnMain(by: outer) }
  }

  func grant(_ decision: Decision) { gate.grant(decision) }

  func wake() {
    gate.wake()
    exit.leave()
  }

  /// The loop is about to sleep: it must not, if it is to be left.
  func leaveIfGranted() {
    if gate.isGranted { exit.leave() }
  }

  // MARK: On the main thread

  private struct Main {
    /// The innermost waiter that services the run loop of the main thread.
    var waiter: RunLoopWaiter?
    /// Whether it has been asked if it has anything to do.
    var isAsked = false
  }

  private static let main = Locked(Main())

  private static func replaceOnMain(by waiter: RunLoopWaiter?) -> RunLoopWaiter? {
    main.withLock { main in
      defer { main = Main(waiter: waiter) }
      return main.waiter
    }
  }

  /// Asks whether the main thread does nothing but wait, though the main queue does not answer: then the wait itself
  /// is in the way, as inside a block of that queue, whose run loop does not service it. A run loop of the user's
  /// inside of ours may swallow the question, so it is asked again with every look.
  static func askTheOneOnMain() {
    let waiter = main.withLock { main in
      main.isAsked = main.waiter != nil
      return main.waiter
    }
    waiter?.exit.leave()
  }

  private func answerIfAsked() {
    guard isOnMain else { return }
    let isAsked = Self.main.withLock { main in
      defer { main.isAsked = false }
      return main.isAsked
    }
    if isAsked { Heartbeat.giveUpOnMainQueue() }
  }

  /// Whether the run loop of the calling thread has anything to service. One pass of it is run to find out.
  static func isWorthwhile() -> Bool {
    // Threads of Dispatch do not count as executing: they have no sources in run loops, and must not be given a run
    // loop.
    Thread.current.isExecuting && RunLoop.current.run(mode: .default, before: .distantPast)
  }
}
