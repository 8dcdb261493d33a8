#if canImport(Darwin)
  import Darwin
  import Dispatch
#else
  import CDispatch
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif
#endif

/// What a person calls the thread or queue that is running.
enum ThreadLabel: Sendable, Equatable {
  case main
  /// The threads that run Swift tasks.
  case pool
  case queue(String)
  /// A global queue or a thread of nobody's.
  case background
  case unknown

  static var current: ThreadLabel {
    #if canImport(Darwin)
      let label = __dispatch_queue_get_label(nil)
    #else
      let label = dispatch_queue_get_label(nil)
    #endif
    if strcmp(label, "com.apple.main-thread") == 0 { return .main }
    if strncmp(label, "com.apple.root.", 15) == 0 {
      #if canImport(Darwin)
        return strstr(label, "cooperative") == nil ? .background : .pool
      #else
        return .background
      #endif
    }
    if strcmp(label, "Swift global concurrent queue") == 0 { return .pool }
    return label.pointee == 0 ? .background : .queue(String(cString: label))
  }
}

extension ThreadLabel: CustomStringConvertible {
  var description: String {
    switch self {
    case .main: "main"
    case .pool: "concurrency pool"
    case .queue(let label): "queue \"\(label)\""
    case .background: "background thread"
    case .unknown: "unknown thread"
    }
  }
}
