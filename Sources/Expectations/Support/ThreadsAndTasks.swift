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
    // A queue whose target is the main queue runs as a part of it.
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

/// The task that runs the calling code.
package enum RunningTask {
  /// Whether the calling code runs in a task.
  ///
  /// A comparison with nil takes four times as long as this check, and every new expectation makes it.
  ///
  /// Assumption: an `UnsafeCurrentTask?` of nil is all zeros, and no other value is.
  /// Check: at first use, against the bytes of nil.
  /// If false: the slower comparison answers.
  /// Remove when: the compiler compares an `UnsafeCurrentTask?` with nil in one step.
  static var exists: Bool {
    isNilZero
      ? withUnsafeCurrentTask { withUnsafeBytes(of: $0) { $0.loadUnaligned(as: UInt.self) != 0 } }
      : withUnsafeCurrentTask { $0 != nil }
  }

  private static let isNilZero: Bool = {
    let none: UnsafeCurrentTask? = nil
    return withUnsafeBytes(of: none) { $0.count == MemoryLayout<UInt>.size && $0.allSatisfy { $0 == 0 } }
  }()

  /// The number that the runtime gives to each task and never reuses; nil outside a task, or when it does not tell.
  ///
  /// The standard library identifies a task by its address, which another task may get when the first one ends.
  ///
  /// Assumption: an `UnsafeCurrentTask` is a reference to the task of the runtime, and the runtime exports
  /// `swift_task_getJobTaskId` (Swift 5.7 and later).
  /// Check: at first use: the size of the value, and the lookup of the function, which a static runtime may not export.
  /// If false: after a failed wait in a parameterized test, what was not waited for adds a failure.
  /// Remove when: the standard library provides task identities that it never reuses, or Swift Testing those of cases.
  package static var number: UInt64? {
    guard let numberOfTask else { return nil }
    return withUnsafeCurrentTask { task in task.flatMap(reference(to:)).map(numberOfTask) }
  }

  /// Whether the calling code runs in the task of an `async let`, as far as the runtime tells it.
  ///
  /// Assumption: the runtime exports `swift_task_getJobFlags`, whose bit 28 is set for the task of an `async let`.
  /// Check: by a test, in each kind of task.
  /// If false: a wait in an `async let` that nothing awaits causes no warning, or one in another canceled task does.
  /// Remove when: the standard library tells what kind of task is running.
  static var isAsyncLet: Bool {
    withUnsafeCurrentTask { task in
      task.flatMap(reference(to:)).flatMap { flagsOfTask?($0) }.map { $0 & 1 << 28 != 0 } ?? false
    }
  }

  /// Whether the task with a name is one in which Swift Testing runs a test.
  ///
  /// Assumption: Swift Testing gives these tasks, and no other ones, names that begin with its own.
  /// Check: by the tests of texts, which run in such tasks, and by `Tests/Checks/Consumer/check`.
  /// If false: texts show the name of a test as that of a task, and a test that cancels itself fails for the
  /// expectations that it has not waited for.
  /// Remove when: Swift Testing tells which task runs a test, and whether the test was canceled.
  static func isOfTest(_ name: String) -> Bool { name.hasPrefix("[Swift Testing]") }

  private static func reference(to task: UnsafeCurrentTask) -> UnsafeRawPointer? {
    MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UnsafeRawPointer>.size
      ? unsafeBitCast(task, to: UnsafeRawPointer.self) : nil
  }

  private static let numberOfTask = functionOfRuntime("swift_task_getJobTaskId").map {
    unsafeBitCast($0, to: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt64).self)
  }

  private static let flagsOfTask = functionOfRuntime("swift_task_getJobFlags").map {
    unsafeBitCast($0, to: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt32).self)
  }
}

/// Looks up a function by its name in all loaded libraries.
package func functionOfRuntime(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    let anywhere = UnsafeMutableRawPointer(bitPattern: -2)
  #else
    let anywhere: UnsafeMutableRawPointer? = nil
  #endif
  return dlsym(anywhere, name)
}

/// An object that lives as long as a task that was made in a scope.
///
/// A task gets the task-local values of the code that makes it, and keeps them until it has ended. So do its child
/// tasks, and the tasks that it makes itself. A detached task, and code on a queue, get none.
package final class ScopeMark: Sendable {
  /// The mark of the innermost scope.
  @TaskLocal package static var current: ScopeMark?

  private static let lastNumber = Locked(0)

  /// Another number for each scope of the process.
  package let number = lastNumber.withLock {
    $0 += 1
    return $0
  }
  /// A task gets only the innermost value, so this keeps that of the scope around it.
  private let outer = ScopeMark.current
  private let onEnd: @Sendable () -> Void

  /// - Parameter onEnd: Called when the scope and all of its tasks have ended, on the thread that ends the last one.
  package init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}

/// Finds out whether the calling thread is the main thread, and keeps the answer for each thread.
///
/// On Linux, Foundation makes two kernel calls for each answer.
enum MainThread {
  #if canImport(Darwin)
    static var isCurrent: Bool { Thread.isMainThread }
  #else
    private static let slot = ThreadSlot()

    static var isCurrent: Bool {
      guard let slot else { return Thread.isMainThread }
      if let known = slot.word { return UInt(bitPattern: known) == 1 }
      let isMain = Thread.isMainThread
      slot.word = UnsafeMutableRawPointer(bitPattern: isMain ? 1 : 2)
      return isMain
    }
  #endif
}
