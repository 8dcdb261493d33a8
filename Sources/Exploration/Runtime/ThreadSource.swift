import Foundation

#if canImport(Darwin)
  import Dispatch
#else
  import CDispatch
#endif

/// Names the queue or thread that runs the calling code.
enum ThreadSource {
  /// For example `queue "Samples.save"` or `thread "URLSession"`.
  static var current: String {
    #if canImport(Darwin)
      let label = String(cString: __dispatch_queue_get_label(nil))
    #else
      let label = String(cString: dispatch_queue_get_label(nil))
    #endif
    if !label.isEmpty { return "queue \"\(label)\"" }
    let name = Thread.current.name ?? ""
    return name.isEmpty ? "a thread" : "thread \"\(name)\""
  }
}
