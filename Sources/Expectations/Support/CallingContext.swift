import Dispatch
import Foundation

/// Where a wait was called: on which thread or queue, or with `await`.
enum CallingContext: Hashable, Sendable {
  /// The main thread itself, outside any task and any other queue.
  case mainThread
  /// A job of the main queue or the main actor. Nothing else can run on either meanwhile.
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
    if let label = ThreadLabel.current.queue { return .queue(label) }
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
