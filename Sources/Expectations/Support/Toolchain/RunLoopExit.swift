import Foundation

#if canImport(Darwin)
  import CoreFoundation

  /// Ends a call of `RunLoop.run(mode:before:)` from any thread: the call returns after the loop has handled the source
  /// that `leave()` signals. An object is good for one call. Stopping the loop itself could end the program, because on
  /// Darwin the main run loop may run the whole process (swiftlang/swift#91716).
  final class RunLoopExit: @unchecked Sendable {
    // Sendable: any thread may signal a source and wake a loop, and the two properties never change.
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

  /// Calls a closure whenever the run loop of the thread that created this object is about to sleep.
  final class RunLoopObserver {
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
  /// Makes a call that runs a run loop return: `leave()` stops the loop. If that ends a nested call instead, the caller
  /// must call `leave()` again.
  ///
  /// The only public way to wake a run loop from another thread is a block on the main queue, and inside such a block,
  /// the loop does not service that queue.
  ///
  /// Assumption: Foundation on Linux has `_stop` and `_observe`, which the toolchain's XCTest also uses.
  /// Check: by the compiler.
  /// If false: this file does not compile.
  /// Remove when: Foundation on Linux can signal a source of a run loop.
  struct RunLoopExit: @unchecked Sendable {
    // Sendable: `_stop()` is `CFRunLoopStop`, which any thread may call.
    private let loop = RunLoop.current

    func open() {}

    func close() {}

    func leave() { loop._stop() }
  }

  /// Calls a closure whenever the run loop of the thread that created this object is about to sleep.
  final class RunLoopObserver {
    private let observer: RunLoop._Observer

    init(beforeWaiting: @escaping () -> Void) {
      observer = RunLoop.current._observe(RunLoop._Activity.beforeWaiting) { _ in beforeWaiting() }
    }

    deinit { observer.invalidate() }
  }
#endif
