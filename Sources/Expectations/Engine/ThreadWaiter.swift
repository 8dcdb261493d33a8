import Foundation

/// A waiter that blocks the calling thread.
protocol BlockingWaiter: Waiter {
  /// Sleeps until the wait is decided.
  func park(for wait: SlotKey) -> Decision
}

extension CallingContext {
  /// Returns a waiter that blocks the calling thread, whose context this is.
  ///
  /// - Parameter mode: The mode in which it runs the thread's run loop.
  func makeWaiter(for awaited: String?, mode: @autoclosure () -> RunLoop.Mode) -> any BlockingWaiter {
    guard RunLoopWaits.areKept else { return ThreadWaiter(for: awaited) }
    if MainThread.isCurrent { return RunLoopWaiter(for: awaited, mode: mode().runnable) }
    return ThreadWaiter(for: awaited, runLoopMode: self == .thread ? mode().runnable : nil)
  }

  /// The context of the calling thread.
  static var current: CallingContext {
    // Check the queue first, even in a task and on the main thread: a block in `sync` runs on the thread of its caller.
    if let label = ThreadLabel.current.queue { return .queue(label) }
    if RunningTask.exists { return MainQueue.isCurrent ? .mainQueueJob : .task }
    if MainThread.isCurrent { return .mainThread }
    return MainQueue.isCurrent ? .mainQueueJob : .thread
  }
}

extension RunLoop.Mode {
  /// A loop runs in one mode. The common modes are several, of which the default mode is always one.
  fileprivate var runnable: RunLoop.Mode { self == .common ? .default : self }
}

/// Blocks the calling thread until another thread wakes it. It has no deadline of its own.
///
/// It uses a semaphore, because a thread that wakes from a condition variable must first get a mutex. On Linux, a
/// semaphore's timed waits depend on the wall clock, which can be changed, so `DeadlineTimer` checks
/// the deadlines.
final class ThreadWaiter: BlockingWaiter, @unchecked Sendable {
  // Sendable: the three variables are written under the engine's lock, and not after `grant`. `wake` and the thread
  // that it wakes read them after that.
  private let permit = Semaphore()
  private var decision = Decision.none
  private var isDecided = false
  /// The waiter that services the run loop instead, if the loop had anything to service.
  private var runLoop: RunLoopWaiter?
  /// The mode of the parking thread's run loop; nil if that has nothing to service.
  private let runLoopMode: RunLoop.Mode?
  let awaited: String?

  /// - Parameter runLoopMode: The mode in which the run loop of the parking thread may have something to service.
  init(for awaited: String? = nil, runLoopMode: RunLoop.Mode? = nil) {
    self.awaited = awaited
    self.runLoopMode = runLoopMode
  }

  /// Whether there is a permit.
  var isGranted: Bool { permit.isRaised }

  func park(for wait: SlotKey) -> Decision {
    guard let runLoopMode, let runLoop = runLoopWaiter(for: wait, runLoopMode) else { return park() }
    return runLoop.park(for: wait)
  }

  /// Sleeps until there is a permit.
  func park() -> Decision {
    permit.wait()
    return decision
  }

  /// Returns a waiter that runs the thread's loop; nil when the loop has nothing to service, or the wait is already
  /// decided.
  private func runLoopWaiter(for wait: SlotKey, _ mode: RunLoop.Mode) -> RunLoopWaiter? {
    RunLoopWaits.push(wait, nil)
    defer { RunLoopWaits.pop() }
    guard RunLoopWaiter.serviceOnce(mode) else { return nil }
    let waiter = RunLoopWaiter(mode: mode)
    return Engine.withLock { _ in
      guard !isDecided else { return nil }
      runLoop = waiter
      return waiter
    }
  }

  func grant(_ decision: Decision) {
    self.decision = decision
    isDecided = true
    runLoop?.grant(decision)
  }

  func wake() {
    if let runLoop {
      runLoop.wake()
    } else {
      permit.raise()
    }
  }
}
