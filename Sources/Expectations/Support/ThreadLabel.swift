import Dispatch
import Foundation

#if !canImport(Darwin)
  import CDispatch
#endif

/// The readable name of the thread or queue that runs the calling code.
enum ThreadLabel: Hashable, Sendable {
  case main
  /// A thread of the concurrency pool, which runs Swift tasks.
  case pool
  /// A queue with a label.
  case queue(String)
  /// A task with a name.
  case task(String)
  /// A global queue, or a thread without a name.
  case background

  static var current: ThreadLabel {
    #if canImport(Darwin)
      let label = __dispatch_queue_get_label(nil)
    #else
      let label = dispatch_queue_get_label(nil)
    #endif
    // Check threads without a name first: their label is empty or that of a global queue.
    guard label.pointee != 0 else { return .background }
    if QueueLabel.isGlobal(label) {
      #if canImport(Darwin)
        return strstr(label, "cooperative") == nil ? .background : poolOrTask
      #else
        return .background
      #endif
    }
    if QueueLabel.isMain(label) { return .main }
    if QueueLabel.isPool(label) { return poolOrTask }
    return .queue(String(cString: label))
  }
}

extension ThreadLabel {
  /// The label of the queue, or nil when this is not a labeled queue.
  var queue: String? {
    if case .queue(let label) = self { label } else { nil }
  }

  /// The name of the running task, if it has one, or else the concurrency pool.
  private static var poolOrTask: ThreadLabel {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let name = Task.name else { return .pool }
    // The name of a test adds nothing here.
    return RunningTask.isOfTest(name) ? .pool : .task(name)
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
    }
  }
}

/// The labels that Dispatch and the Swift runtime give their queues.
///
/// Assumption: the main queue, the global queues and the concurrency pool have the labels below.
/// Check: by `CallingContextTests`.
/// If false: texts name threads in other words, and a blocking wait may miss that it blocks the pool or the main queue.
/// Remove when: Dispatch says which queue runs the calling code.
enum QueueLabel {
  static func isMain(_ label: UnsafePointer<CChar>) -> Bool { label.begins(with: "com.apple.main-thread\0") }

  static func isGlobal(_ label: UnsafePointer<CChar>) -> Bool { label.begins(with: "com.apple.root.") }

  static func isPool(_ label: UnsafePointer<CChar>) -> Bool { label.begins(with: "Swift global concurrent queue\0") }
}

extension UnsafePointer<CChar> {
  /// Every fulfillment calls it. A `String` would be copied each time.
  @inline(__always)
  fileprivate func begins(with text: StaticString) -> Bool {
    strncmp(self, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self), text.utf8CodeUnitCount) == 0
  }
}

/// Where a wait was called: on which thread or queue, or with `await`.
enum CallingContext: Hashable, Sendable {
  /// The main thread, outside any task and any other queue: in a test, or in a block of the main queue.
  case mainThread
  /// A job of the main actor, or, on another thread, of the main queue. Nothing else can run on either meanwhile.
  case mainQueueJob
  /// A task on a thread of the concurrency pool.
  case task
  case queue(String)
  case thread
  /// An `async` wait, which blocks nothing.
  case suspended

  /// The readable name.
  var name: String {
    switch self {
    case .mainThread: "main thread"
    case .mainQueueJob: "main queue"
    case .task: "concurrency pool"
    case .queue(let label): "queue \"\(label)\""
    case .thread: "thread"
    case .suspended: "suspended"
    }
  }

  /// The context of the calling thread.
  static var current: CallingContext {
    // Check the queue first, even in a task and on the main thread: a block in `sync` runs on the thread of its caller.
    // What the main queue is the target of runs as a part of it.
    if let label = ThreadLabel.current.queue { return MainQueue.isCurrent ? .mainQueueJob : .queue(label) }
    if RunningTask.exists { return MainQueue.isCurrent ? .mainQueueJob : .task }
    if MainThread.isCurrent { return .mainThread }
    return MainQueue.isCurrent ? .mainQueueJob : .thread
  }
}

/// Finds out what Dispatch does not tell about the main queue.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling thread runs the main queue; always true on the main thread.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
