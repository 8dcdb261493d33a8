import Foundation

#if canImport(Darwin)
  import CoreFoundation
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
