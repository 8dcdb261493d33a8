/// The identity of a task: the number that the runtime gives to each once.
///
/// The standard library tells tasks apart by their address, which is used again as soon as a task has ended; and one of an
/// `async let` lies in the frame of its parent, where nothing keeps it.
struct RunningTask: Hashable, Sendable {
  private let number: UInt64

  /// The task that runs the calling code, if any does.
  static var current: RunningTask? {
    withUnsafeCurrentTask { task in
      task.flatMap { RunningTask($0) }
    }
  }

  private init?(_ task: UnsafeCurrentTask) {
    // An `UnsafeCurrentTask` is one reference to the runtime's task. Should that ever change, no task is told apart.
    guard MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UnsafeRawPointer>.size else { return nil }
    number = numberOfTask(unsafeBitCast(task, to: UnsafeRawPointer.self))
  }
}

/// What the runtime calls a task in the description of its jobs. The standard library has no other way to ask.
@_silgen_name("swift_task_getJobTaskId")
private func numberOfTask(_ task: UnsafeRawPointer) -> UInt64
