#if canImport(Darwin)
  import Darwin
#endif

/// The identity of a task: the number that the runtime gives to each once.
///
/// The standard library tells tasks apart by their address, which is used again as soon as a task has ended; and one of
/// an `async let` lies in the frame of its parent, where nothing keeps it.
struct RunningTask: Hashable, Sendable {
  private let number: UInt64

  /// Whether a task runs the calling code.
  static var exists: Bool {
    // Its layout is the runtime's secret, so to compare with nil takes four times as long.
    isOneReference
      ? withUnsafeCurrentTask { withUnsafeBytes(of: $0) { $0.loadUnaligned(as: UInt.self) != 0 } }
      : withUnsafeCurrentTask { $0 != nil }
  }

  /// The task that runs the calling code, if any does and it can be told apart.
  static var current: RunningTask? {
    withUnsafeCurrentTask { task in
      task.flatMap { RunningTask($0) }
    }
  }

  /// Whether an `UnsafeCurrentTask` is one reference to the runtime's task, and nil is none.
  private static let isOneReference =
    MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UnsafeRawPointer>.size
    && MemoryLayout<UnsafeCurrentTask?>.size == MemoryLayout<UnsafeRawPointer>.size

  private init?(_ task: UnsafeCurrentTask) {
    // Should that ever change, no task is told apart.
    guard Self.isOneReference, let number = numberOfTask?(unsafeBitCast(task, to: UnsafeRawPointer.self))
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
