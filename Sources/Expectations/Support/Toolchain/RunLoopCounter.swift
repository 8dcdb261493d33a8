import Foundation

#if canImport(Darwin)
  import CoreFoundation
#endif

#if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
  /// Calls a closure whenever a run of the main run loop begins or ends, in its common modes.
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
        // Foundation on Linux declares `entry` as 0, but its real value is 1.
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
