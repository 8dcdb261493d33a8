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

/// The readable name of the thread or queue that runs the calling code.
enum ThreadLabel: Sendable, Equatable {
  case main
  /// A thread of the concurrency pool, which runs Swift tasks.
  case pool
  /// A queue with a label, or a task with a name. A `taskMark` prefix marks the name of a task.
  ///
  /// Fulfillments copy labels, and one case with text copies faster than two.
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
    // Check threads without a name first: their label is empty or that of a global queue.
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
  /// The label of the queue, or nil when this is not a labeled queue.
  var queue: String? {
    guard case .queue(let label) = self, !label.hasPrefix(Self.taskMark) else { return nil }
    return label
  }

  /// The prefix that marks the name of a task. No label of a queue begins with it.
  private static let taskMark = "\0"

  /// The name of the running task, if it has one, or else the concurrency pool.
  private static var poolOrTask: ThreadLabel {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name else { return .pool }
    // Swift Testing gives a name to the task of each test. That name adds nothing here.
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
