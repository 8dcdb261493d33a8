#if canImport(Darwin)
  import Darwin
#endif

/// The identity of a task: the number that the runtime gives to each once.
///
/// The standard library tells tasks apart by their address, which is used again as soon as a task has ended; and one of an
/// `async let` lies in the frame of its parent, where nothing keeps it.
struct RunningTask: Hashable, Sendable {
  private let number: UInt64

  /// Whether a task runs the calling code.
  static var exists: Bool {
    withUnsafeCurrentTask { task in
      // A comparison with nil would copy what it compares.
      if case .none = task { false } else { true }
    }
  }

  /// The task that runs the calling code, if any does and it can be told apart.
  static var current: RunningTask? {
    withUnsafeCurrentTask { task in
      task.flatMap { RunningTask($0) }
    }
  }

  private init?(_ task: UnsafeCurrentTask) {
    // An `UnsafeCurrentTask` is one reference to the runtime's task. Should that ever change, no task is told apart.
    guard MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UnsafeRawPointer>.size,
      let number = numberOfTask?(unsafeBitCast(task, to: UnsafeRawPointer.self))
    else { return nil }
    self.number = number
  }
}

// What the runtime calls a task in the description of its jobs. The standard library has no other way to ask.
#if canImport(Darwin)
  // Looked up, because the runtime is the system's, and an old one does not have it.
  private let numberOfTask: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt64)? =
    dlsym(UnsafeMutableRawPointer(bitPattern: -2), "swift_task_getJobTaskId")
    .map { unsafeBitCast($0, to: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt64).self) }
#else
  private let numberOfTask: (@Sendable (UnsafeRawPointer) -> UInt64)? = { swiftTaskNumber($0) }

  @_silgen_name("swift_task_getJobTaskId")
  private func swiftTaskNumber(_ task: UnsafeRawPointer) -> UInt64
#endif
