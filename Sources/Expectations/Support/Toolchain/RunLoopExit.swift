import Foundation

#if canImport(Darwin)
  import CoreFoundation

  /// Makes one run of a run loop return: by a source of its own, as a run loop that returns after a source does. The
  /// loop is never stopped: on Darwin the main one may be the whole process (swiftlang/swift#91716).
  final class RunLoopExit: @unchecked Sendable {
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

  /// Calls a closure whenever the run loop of the thread that makes it is about to sleep.
  final class RunLoopWatch {
    private let observer: CFRunLoopObserver

    init(beforeWaiting: @escaping () -> Void) {
      observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) { _, _ in
        beforeWaiting()
      }
      CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, .defaultMode)
    }

    deinit { CFRunLoopObserverInvalidate(observer) }
  }
#else
  /// Makes one run of a run loop return: by stopping it, and stopping it again if another run took the stop.
  ///
  /// Assumed: Foundation on Linux has `_stop` and `_observe`, which the toolchain's XCTest stands on. It has no public
  /// way to wake a run loop from another thread but the main queue, and that is not serviced inside a job of its own.
  /// Checked by the compiler: without them this file does not compile. Remove both when Foundation on Linux can signal
  /// a run loop source.
  struct RunLoopExit: @unchecked Sendable {
    // Sendable: `_stop()` is `CFRunLoopStop`, safe from any thread.
    private let loop = RunLoop.current

    func open() {}

    func close() {}

    func leave() { loop._stop() }
  }

  /// Calls a closure whenever the run loop of the thread that makes it is about to sleep.
  final class RunLoopWatch {
    private let observer: RunLoop._Observer

    init(beforeWaiting: @escaping () -> Void) {
      observer = RunLoop.current._observe(RunLoop._Activity.beforeWaiting) { _ in beforeWaiting() }
    }

    deinit { observer.invalidate() }
  }
#endif
