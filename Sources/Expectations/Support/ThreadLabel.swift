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
  /// A queue with a label, or a task with a name, as `taskMark` tells: labels are copied with every fulfillment, and
  /// one case with a text is copied faster than two.
  case queue(String)
  /// A global queue, or a thread without a name.
  case background
  case unknown

  static var current: ThreadLabel {
    #if canImport(Darwin)
      let label = __dispatch_queue_get_label(nil)
    #else
      let label = dispatch_queue_get_label(nil)
    #endif
    // Threads without a name first: they have no label, or that of a global queue.
    guard label.pointee != 0 else { return .background }
    if strncmp(label, "com.apple.root.", 15) == 0 {
      #if canImport(Darwin)
        return strstr(label, "cooperative") == nil ? .background : poolOrTask
      #else
        return .background
      #endif
    }
    if strcmp(label, "com.apple.main-thread") == 0 { return .main }
    if strcmp(label, "Swift global concurrent queue") == 0 { return poolOrTask }
    return .queue(String(cString: label))
  }
}

extension ThreadLabel {
  /// The label of the queue, if it is one.
  var queue: String? {
    guard case .queue(let label) = self, !label.hasPrefix(Self.taskMark) else { return nil }
    return label
  }

  /// What no label of a queue begins with.
  private static let taskMark = "\0"

  /// The name of the running task tells more than that it is one.
  private static var poolOrTask: ThreadLabel {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name else { return .pool }
    // Swift Testing names the tasks of the tests themselves: that says nothing.
    return name.hasPrefix("[Swift Testing]") ? .pool : .queue(taskMark + name)
  }
}

extension ThreadLabel: CustomStringConvertible {
  var description: String {
    switch self {
    case .main: "main"
    case .pool: "concurrency pool"
    case .queue(let label) where label.hasPrefix(Self.taskMark):
      "task \"\(label.dropFirst(Self.taskMark.count))\""
    case .queue(let label): "queue \"\(label)\""
    case .background: "background thread"
    case .unknown: "unknown thread"
    }
  }
}
