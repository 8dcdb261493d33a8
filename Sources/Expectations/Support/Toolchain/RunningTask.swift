#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The identity of a task: the number that the runtime gives to each once.
///
/// The standard library tells tasks apart by their address, which is used again as soon as a task has ended; and one of
/// an `async let` lies in the frame of its parent, where nothing keeps it.
struct RunningTask: Hashable, Sendable {
  private let number: UInt64

  /// Whether a task runs the calling code.
  ///
  /// Assumed: nil has a representation of its own, which is all zeros. To compare with nil takes four times as long,
  /// and every expectation asks. Checked when it is first asked, by a look at nil itself: where that is not so, the
  /// slower comparison answers. Remove it when the compiler compares an `UnsafeCurrentTask?` with nil in one step.
  static var exists: Bool {
    isNilZero
      ? withUnsafeCurrentTask { withUnsafeBytes(of: $0) { $0.loadUnaligned(as: UInt.self) != 0 } }
      : withUnsafeCurrentTask { $0 != nil }
  }

  private static let isNilZero: Bool = {
    let none: UnsafeCurrentTask? = nil
    return withUnsafeBytes(of: none) { $0.count == MemoryLayout<UInt>.size && $0.allSatisfy { $0 == 0 } }
  }()

  /// The task that runs the calling code, if any does and it can be told apart.
  static var current: RunningTask? {
    withUnsafeCurrentTask { task in
      task.flatMap { RunningTask($0) }
    }
  }

  private init?(_ task: UnsafeCurrentTask) {
    guard Self.isOneReference, let number = numberOfTask?(unsafeBitCast(task, to: UnsafeRawPointer.self))
    else { return nil }
    self.number = number
  }

  /// Whether an `UnsafeCurrentTask` has the size of a reference to the runtime's task.
  private static let isOneReference = MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UnsafeRawPointer>.size
}

/// What the runtime calls a task in the description of its jobs.
///
/// Assumed: an `UnsafeCurrentTask` is a reference to the runtime's task, and the runtime has a function of this name
/// (Swift 5.7 and later). Looked up when it is first needed: a runtime without it, or one that is linked statically and
/// does not export it, tells no tasks apart, and a `ManualClock` shows all of them the same time. Remove it when the
/// standard library has an identity of tasks that is not used again.
private let numberOfTask: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt64)? = {
  #if canImport(Darwin)
    let anywhere = UnsafeMutableRawPointer(bitPattern: -2)
  #else
    let anywhere: UnsafeMutableRawPointer? = nil
  #endif
  return dlsym(anywhere, "swift_task_getJobTaskId").map {
    unsafeBitCast($0, to: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt64).self)
  }
}()
