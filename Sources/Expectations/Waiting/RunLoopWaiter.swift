import Foundation

#if canImport(Darwin)
  import CoreFoundation
#endif

/// Services the run loop of the thread that waits, on the main thread the main queue too.
///
/// A wake-up can be swallowed by a run loop that user code runs inside of ours. So the loop is watched for as long as
/// the wait lasts: whenever it is about to sleep and there is a permit, it is left instead.
final class RunLoopWaiter: Waiter, @unchecked Sendable {
  // Sendable: `gate` is; of the run loop, other threads use only the calls that Core Foundation documents as safe from
  // any thread (wake, stop, signal a source).
  private let gate = ThreadWaiter()
  private let exit: RunLoopExit

  /// A waiter for the calling thread.
  init() {
    exit = RunLoopExit()
  }

  /// Runs the loop until there is a permit. When the loop has nothing left to run for, the thread sleeps.
  func park() {
    let depth = ThreadWaits.depth
    // While another wait runs inside of this one, the loop is that one's to leave.
    exit.watch { [gate] in ThreadWaits.depth == depth && gate.isGranted }
    defer { exit.unwatch() }
    while !gate.isGranted {
      // The limit is ours to keep: the loop's own is a timer on a global queue, which may be starved.
      guard RunLoop.current.run(mode: .default, before: .distantFuture) else {
        gate.park(until: .never)
        return
      }
    }
  }

  func unpark() {
    gate.unpark()
    exit.leave()
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
    // Sendable: signalling a source and waking a loop are safe from any thread; the observer stays on its own.
    private let loop = CFRunLoopGetCurrent()!
    private let source: CFRunLoopSource
    private var observer: CFRunLoopObserver?

    init() {
      var context = CFRunLoopSourceContext()
      context.perform = { _ in }
      source = CFRunLoopSourceCreate(nil, 0, &context)
    }

    func watch(_ isOver: @escaping @Sendable () -> Bool) {
      CFRunLoopAddSource(loop, source, .defaultMode)
      let observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) {
        [weak self] _, _ in
        if isOver() { self?.leave() }
      }
      CFRunLoopAddObserver(loop, observer, .defaultMode)
      self.observer = observer
    }

    func unwatch() {
      CFRunLoopObserverInvalidate(observer)
      CFRunLoopSourceInvalidate(source)
    }

    func leave() {
      CFRunLoopSourceSignal(source)
      CFRunLoopWakeUp(loop)
    }
  }
#else
  /// Makes one run of a run loop return: by stopping it, and stopping it again if another run took the stop.
  ///
  /// Foundation has no public way to wake a run loop from another thread but the main queue, and that is not serviced
  /// inside a job of its own. The two underscored calls are what the toolchain's XCTest stands on. Remove them when
  /// Foundation on Linux can signal a run loop source.
  private final class RunLoopExit: @unchecked Sendable {
    // Sendable: `_stop()` is `CFRunLoopStop`, safe from any thread; the observer stays on its own.
    private let loop = RunLoop.current
    private var observer: RunLoop._Observer?

    func watch(_ isOver: @escaping @Sendable () -> Bool) {
      observer = loop._observe(RunLoop._Activity.beforeWaiting) { [unowned self] _ in
        if isOver() { leave() }
      }
    }

    func unwatch() {
      observer?.invalidate()
      observer = nil
    }

    func leave() {
      loop._stop()
    }
  }
#endif
