import Foundation

#if canImport(Darwin)
  import CoreFoundation
#endif

/// Waits in the run loop of the calling thread, which on the main thread also services the main queue.
///
/// User code inside this run loop may run the loop again, and that run may swallow a wake-up. When the loop is about to
/// sleep and the innermost wait has its permit, an observer therefore makes the loop return.
final class RunLoopWaiter: BlockingWaiter {
  private let gate = ThreadWaiter()
  private let exit = RunLoopExit()
  private let isOnMain = MainThread.isCurrent

  /// Runs the loop until there is a permit. If the loop has nothing left to run for, the thread sleeps.
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
    // The alarm enforces the limit. The run loop's own limit is a timer on a global queue, which may be starved.
    while !gate.isGranted, RunLoop.current.run(mode: .default, before: .distantFuture) { answerIfAsked() }
    exit.close()
    if isOnMain { _ = Self.replaceOnMain(by: outer) }
  }

  func grant(_ decision: Decision) { gate.grant(decision) }

  func wake() {
    gate.wake()
    exit.leave()
  }

  /// Leaves the loop, which is about to sleep, if the waiter has its permit.
  fileprivate func leaveIfGranted() {
    if gate.isGranted { exit.leave() }
  }

  // MARK: On the main thread

  private struct Main {
    /// The innermost waiter that services the run loop of the main thread.
    var waiter: RunLoopWaiter?
    /// Whether the alarm has asked this waiter if its loop has anything to do.
    var isAsked = false
  }

  private static let main = Locked(Main())

  private static func replaceOnMain(by waiter: RunLoopWaiter?) -> RunLoopWaiter? {
    main.withLock { main in
      defer { main = Main(waiter: waiter) }
      return main.waiter
    }
  }

  /// Asks whether the main thread only waits, although the main queue does not answer.
  ///
  /// If so, the wait itself is in the way: inside a block of the main queue, the run loop does not service that queue.
  /// An inner run loop of user code may swallow the question, so every look of the alarm repeats it.
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

  /// Runs one pass of the calling thread's run loop to find out whether it has anything to service.
  static func isWorthwhile() -> Bool {
    RunLoop.current.run(mode: .default, before: .distantPast)
  }
}

#if canImport(Darwin)
  /// Makes one run of a run loop return by signaling a source of its own, because a run returns after it handles a
  /// source.
  ///
  /// It never stops the loop: on Darwin, the main loop may be the whole process (swiftlang/swift#91716).
  private final class RunLoopExit: @unchecked Sendable {
    // Sendable: any thread may signal a source and wake a loop, and the two references never change.
    private let loop = CFRunLoopGetCurrent()!
    private let source: CFRunLoopSource

    init() {
      var context = CFRunLoopSourceContext()
      context.perform = { _ in }
      source = CFRunLoopSourceCreate(nil, 0, &context)
    }

    func open() { CFRunLoopAddSource(loop, source, .defaultMode) }

    func close() { CFRunLoopSourceInvalidate(source) }

    func leave() {
      CFRunLoopSourceSignal(source)
      CFRunLoopWakeUp(loop)
    }
  }
#else
  /// Makes one run of a run loop return by stopping the loop, again if an inner run took the stop.
  ///
  /// Foundation has no public way to wake a run loop from another thread except the main queue, which the loop does not
  /// service inside a job of that queue. The two underscored calls, here and in `RunLoopWatch`, are those that the
  /// toolchain's XCTest uses. Remove them when Foundation on Linux can signal a run loop source.
  private struct RunLoopExit: @unchecked Sendable {
    // Sendable: `_stop()` is `CFRunLoopStop`, which any thread may call.
    private let loop = RunLoop.current

    func open() {}

    func close() {}

    func leave() { loop._stop() }
  }
#endif

/// Watches the run loop of one thread for the waits on it.
///
/// The first such wait creates it, and it stays as long as the thread, because creating and removing an observer costs
/// as much as waking a thread.
final class RunLoopWatch {
  #if canImport(Darwin)
    private let observer: CFRunLoopObserver

    init() {
      observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) { _, _ in
        RunLoopWaits.innermostWaiter?.leaveIfGranted()
      }
      CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, .defaultMode)
    }

    deinit { CFRunLoopObserverInvalidate(observer) }
  #else
    private let observer: RunLoop._Observer

    init() {
      observer = RunLoop.current._observe(RunLoop._Activity.beforeWaiting) { _ in
        RunLoopWaits.innermostWaiter?.leaveIfGranted()
      }
    }

    deinit { observer.invalidate() }
  #endif
}
