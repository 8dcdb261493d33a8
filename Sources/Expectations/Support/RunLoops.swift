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

    /// How long a call may run the loop.
    var limit: Date { .distantFuture }

    func open(in mode: RunLoop.Mode) { CFRunLoopAddSource(loop, source, CFRunLoopMode(mode.rawValue as CFString)) }

    func close() { CFRunLoopSourceInvalidate(source) }

    func leave() {
      CFRunLoopSourceSignal(source)
      CFRunLoopWakeUp(loop)
    }
  }

  /// Calls a closure whenever the run loop of the calling thread is about to sleep.
  func observeSleep(in mode: RunLoop.Mode, _ body: @escaping () -> Void) -> Any {
    let observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) { _, _ in
      body()
    }
    CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, CFRunLoopMode(mode.rawValue as CFString))
    return observer as Any
  }
#else
  /// Makes a call that runs a run loop return: `leave()` stops the loop. If that ends a nested call instead, the caller
  /// must call `leave()` again.
  ///
  /// The only public way to wake a run loop from another thread is a block on the main queue, and inside such a block,
  /// the loop does not service that queue.
  ///
  /// Assumption: Foundation on Linux has `_stop` and `_observe`, which the toolchain's XCTest also uses.
  /// Check: by the compiler, which prefers them to the members of `RunLoopStandInMembers`.
  /// `Tests/Checks/AppleXCTest/check` runs with the latter.
  /// If false: a wait in a run loop looks every 2 ms whether it is over.
  /// Remove when: Foundation on Linux can signal a source of a run loop.
  struct RunLoopExit: @unchecked Sendable {
    // Sendable: `_stop()` is `CFRunLoopStop`, which any thread may call.
    private let loop: AnyRunLoop = RunLoop.current
    private let isMissing: Bool

    init() { isMissing = type(of: loop._stop) == (() -> RunLoopStandIn.Missing).self }

    /// How long a call may run the loop.
    var limit: Date { isMissing ? Date(timeIntervalSinceNow: 0.002) : .distantFuture }

    func open(in mode: RunLoop.Mode) {}

    func close() {}

    func leave() { loop._stop() }
  }

  /// Calls a closure whenever the run loop of the calling thread is about to sleep. The caller keeps the result.
  func observeSleep(in mode: RunLoop.Mode, _ body: @escaping () -> Void) -> Any {
    let loop: AnyRunLoop = RunLoop.current
    // Bit 5: the loop is about to sleep.
    return loop._observe(.init(rawValue: 1 << 5), in: mode) { _ in body() }
  }

  #if EXPECTATIONS_PUBLIC_RUN_LOOP
    private typealias AnyRunLoop = any RunLoopStandInMembers
  #else
    private typealias AnyRunLoop = RunLoop
  #endif

  extension RunLoop: RunLoopStandInMembers {}

  /// Members like those of Foundation, which do nothing. The compiler chooses them only where Foundation has none.
  private protocol RunLoopStandInMembers {}

  extension RunLoopStandInMembers {
    @discardableResult
    func _stop() -> RunLoopStandIn.Missing { RunLoopStandIn.Missing() }

    func _observe(
      _ activities: RunLoopStandIn.Activities, in mode: RunLoop.Mode = .default, repeats: Bool = true, order: Int = 0,
      handler: @escaping (RunLoopStandIn.Activities) -> Void
    ) -> RunLoopStandIn.Missing {
      RunLoopStandIn.Missing()
    }
  }

  private enum RunLoopStandIn {
    struct Missing {}

    struct Activities: OptionSet {
      let rawValue: UInt
    }
  }
#endif

#if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
  /// Calls a closure with 1 whenever a call begins that runs the main run loop in one of its common modes, and with -1
  /// when it ends. The caller keeps the result.
  ///
  /// Assumption: Foundation on Linux has `_observe`, and its activity of an entry is 1, although it declares 0. Only
  /// `Tests/Checks/AppleXCTest` compiles that branch.
  /// Check: by the compiler, and by `Tests/Checks/AppleXCTest/check`.
  /// If false: the stand-in for Apple's XCTest does not compile, or its check fails.
  /// Remove when: Foundation on Linux can observe a run loop.
  func countRunsOfMainRunLoop(_ body: @escaping (_ change: Int) -> Void) -> Any {
    #if canImport(Darwin)
      let activities: CFRunLoopActivity = [.entry, .exit]
      let observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, 0) { _, activity in
        body(activity == .entry ? 1 : -1)
      }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
      return observer as Any
    #else
      // See the assumption above.
      return [(RunLoop._Activities(rawValue: 1), 1), (RunLoop._Activities.exit, -1)].map { activity, change in
        RunLoop.main._observe(activity) { _ in body(change) }
      }
    #endif
  }
#endif
