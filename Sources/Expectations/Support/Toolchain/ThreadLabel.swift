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
  /// A queue with a label.
  case queue(String)
  /// A task with a name.
  case task(String)
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
    if strncmp(label, QueueLabel.globalPrefix, QueueLabel.globalPrefix.utf8.count) == 0 {
      #if canImport(Darwin)
        return strstr(label, "cooperative") == nil ? .background : poolOrTask
      #else
        return .background
      #endif
    }
    if strcmp(label, QueueLabel.main) == 0 { return .main }
    if strcmp(label, QueueLabel.pool) == 0 { return poolOrTask }
    return .queue(String(cString: label))
  }
}

extension ThreadLabel {
  /// The label of the queue, if it is one.
  var queue: String? {
    if case .queue(let label) = self { label } else { nil }
  }

  /// The name of the running task tells more than that it is one.
  private static var poolOrTask: ThreadLabel {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name else { return .pool }
    // Swift Testing names the tasks of the tests themselves: that says nothing.
    return name.hasPrefix("[Swift Testing]") ? .pool : .task(name)
  }
}

extension ThreadLabel: CustomStringConvertible {
  var description: String {
    switch self {
    case .main: "main"
    case .pool: "concurrency pool"
    case .task(let name): "task \"\(name)\""
    case .queue(let label): "queue \"\(label)\""
    case .background: "background thread"
    case .unknown: "unknown thread"
    }
  }
}

/// The labels that Dispatch and the Swift runtime give their queues. Where they change, threads are named in other words.
enum QueueLabel {
  static let main = "com.apple.main-thread"
  static let globalPrefix = "com.apple.root."
  static let pool = "Swift global concurrent queue"
}
