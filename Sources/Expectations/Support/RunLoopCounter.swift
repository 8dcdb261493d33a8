import Foundation

#if canImport(Darwin)
  import CoreFoundation
#endif

#if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
  /// Calls a closure whenever a call begins or ends that runs the main run loop in one of its common modes.
  ///
  /// Assumption: Foundation on Linux has `_observe`, and its activity of an entry is 1, although it declares 0. Only
  /// `Tests/Checks/AppleXCTest` compiles that branch.
  /// Check: by the compiler, and by `Tests/Checks/AppleXCTest/check`.
  /// If false: the stand-in for Apple's XCTest does not compile, or its check fails.
  /// Remove when: Foundation on Linux can observe a run loop.
  final class RunLoopCounter {
    enum Event {
      case entry
      case exit
    }

    #if canImport(Darwin)
      private let observer: CFRunLoopObserver

      init(_ body: @escaping (Event) -> Void) {
        let activities: CFRunLoopActivity = [.entry, .exit]
        observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, 0) { _, activity in
          body(activity == .entry ? .entry : .exit)
        }
        CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
      }

      deinit { CFRunLoopObserverInvalidate(observer) }
    #else
      private let observers: [RunLoop._Observer]

      init(_ body: @escaping (Event) -> Void) {
        // See the assumption above.
        let entry = RunLoop._Activities(rawValue: 1)
        observers = [
          RunLoop.main._observe(entry) { _ in body(.entry) },
          RunLoop.main._observe(RunLoop._Activities.exit) { _ in body(.exit) },
        ]
      }

      deinit { for observer in observers { observer.invalidate() } }
    #endif
  }
#endif
