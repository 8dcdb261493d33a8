import Foundation

#if canImport(Darwin)
  import CoreFoundation
#endif

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
  fileprivate func leaveIfGranted() {
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
    RunLoop.current.run(mode: .default, before: .distantPast)
  }
}

#if canImport(Darwin)
  /// Makes one run of a run loop return: by a source of its own, as a run loop that returns after a source does. The
  /// loop is never stopped: on Darwin the main one may be the whole process (swiftlang/swift#91716).
  private final class RunLoopExit: @unchecked Sendable {
    // Sendable: signalling a source and waking a loop are safe from any thread, and the two never change.
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
  /// Makes one run of a run loop return: by stopping it, and stopping it again if another run took the stop.
  ///
  /// Foundation has no public way to wake a run loop from another thread but the main queue, and that is not serviced
  /// inside a job of its own. The two underscored calls, this and that of the watch, are what the toolchain's XCTest
  /// stands on. Remove them when Foundation on Linux can signal a run loop source.
  private struct RunLoopExit: @unchecked Sendable {
    // Sendable: `_stop()` is `CFRunLoopStop`, safe from any thread.
    private let loop = RunLoop.current

    func open() {}

    func close() {}

    func leave() { loop._stop() }
  }
#endif

/// Watches the run loop of one thread for the waits on it. It is made by the first of them and stays as long as the
/// thread: making and removing an observer costs as much as waking a thread.
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
