import Dispatch
import Foundation

/// What a blocking wait is called from, as far as it matters to how it sleeps and to what it holds up.
enum Surroundings: Sendable, Equatable {
  /// The real main thread, outside any task and any other queue.
  case mainThread
  /// A job of the main queue or the main actor: nothing else of theirs can run meanwhile.
  case mainQueueJob
  /// A task on a thread of the concurrency pool.
  case task
  case queue(String)
  case thread
  /// An `async` wait, which holds nothing up.
  case suspended

  /// What a person calls them.
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

  /// What a wait called from there blocks; unknown for what blocks nothing.
  var blocked: ThreadLabel {
    switch self {
    case .mainThread, .mainQueueJob: .main
    case .task: .pool
    case .queue(let label): .queue(label)
    case .thread: .background
    case .suspended: .unknown
    }
  }

  /// The surroundings of the calling thread.
  static var current: Surroundings {
    // Also in a task and on the main thread: a block that a queue runs in `sync` runs on the thread of its caller.
    if let label = ThreadLabel.current.queue { return .queue(label) }
    if RunningTask.exists { return MainQueue.isCurrent ? .mainQueueJob : .task }
    if MainThread.isCurrent { return .mainThread }
    return MainQueue.isCurrent ? .mainQueueJob : .thread
  }
}

extension Surroundings: Codable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    let plain: [Surroundings] = [.mainThread, .mainQueueJob, .task, .thread, .suspended]
    if let surroundings = plain.first(where: { $0.name == name }) {
      self = surroundings
    } else if name.hasPrefix("queue \""), name.hasSuffix("\"") {
      self = .queue(String(name.dropFirst("queue \"".count).dropLast()))
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is nothing called \(name)")
    }
  }
}

/// Questions about the main queue that Dispatch does not answer.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main queue. On Linux, `DispatchQueue.main` is not the same object each time.
  static func isSame(as queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) != nil }

  /// Whether the calling thread runs the main queue; on the main thread always.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Whether nothing on the main queue can run before the calling thread returns to it.
  static var isBlockedByCaller: Bool {
    guard isCurrent else { return false }
    // Where the main thread is parked for good (Swift Testing on Linux), a worker runs the main queue, and now it is us.
    guard MainThread.isCurrent, !RunningTask.exists else { return true }
    return !isServedByRunLoop
  }

  /// Whether the run loop of the main thread services the main queue, which it does not do inside a job of that queue.
  private static var isServedByRunLoop: Bool {
    let isServed = Locked(false)
    DispatchQueue.main.async { isServed.withLock { $0 = true } }
    let start = MonotonicClock.now()
    // Some passes tell. One would not do: it may be cut short by a wake-up that came too late for the wait before, or
    // service another source first. A run loop that has nothing to run for, not even the main queue, says so itself.
    while RunLoop.current.run(mode: .default, before: .distantPast) {
      if isServed.withLock({ $0 }) { return true }
      if MonotonicClock.now().since(start) > 10_000_000 { return false }
    }
    return false
  }
}

/// The serial queue that an expectation was declared to be fulfilled on.
struct DeclaredQueue: Sendable {
  private enum Kind {
    case main
    /// Concurrent: no wait is in its way.
    case global
    /// Marked with a number, because on Linux the object stands for the queue but is not always the same one.
    case marked(Int)
  }

  private static let key = DispatchSpecificKey<Int>()
  private static let lastMark = Locked(0)

  let label: String
  private let kind: Kind

  init(_ queue: DispatchQueue) {
    label = queue.label
    kind =
      if MainQueue.isSame(as: queue) {
        .main
      } else if queue.label.hasPrefix("com.apple.root.") {
        .global
      } else {
        .marked(Self.mark(queue))
      }
  }

  private static func mark(_ queue: DispatchQueue) -> Int {
    lastMark.withLock { last in
      if let mark = queue.getSpecific(key: key) { return mark }
      last += 1
      queue.setSpecific(key: key, value: last)
      return last
    }
  }

  /// Whether nothing on this queue can run before the calling thread returns to it.
  var isBlockedByCaller: Bool {
    switch kind {
    case .main: MainQueue.isBlockedByCaller
    case .global: false
    case .marked(let mark): DispatchQueue.getSpecific(key: Self.key) == mark
    }
  }
}
