/// The identity of a task, for as long as this value is kept.
///
/// The standard library tells tasks apart only while they run: the address of one that has ended is used again. So the
/// runtime's task object is retained here.
struct RunningTask: Hashable, @unchecked Sendable {
  // Sendable: it is only compared, retained and released, which the runtime allows from any thread.

  /// Stands for the runtime's own class of tasks, which has no Swift type. Nothing of it is ever used.
  private final class Object {}

  private let object: Object

  /// The task that runs the calling code, if any does.
  static var current: RunningTask? {
    withUnsafeCurrentTask { task in
      task.flatMap { RunningTask($0) }
    }
  }

  private init?(_ task: UnsafeCurrentTask) {
    // An `UnsafeCurrentTask` is one reference to a native object. Should that ever change, no task is told apart.
    guard MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<Unmanaged<Object>>.size else { return nil }
    object = unsafeBitCast(task, to: Unmanaged<Object>.self).takeUnretainedValue()
  }

  static func == (lhs: RunningTask, rhs: RunningTask) -> Bool { lhs.object === rhs.object }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}
