import Foundation

/// The identity of a task: the number that the runtime gives to each task and never reuses.
///
/// The standard library identifies a task by its address, which another task may get when the first one ends. The
/// address of an `async let` task lies in the frame of its parent, which nothing keeps alive.
struct RunningTask: Hashable, Sendable {
  private let number: UInt64

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

  /// The task that runs the calling code; nil outside a task, or when the runtime does not provide its number.
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

  /// Whether an `UnsafeCurrentTask` has the size of one reference to a task of the runtime.
  private static let isOneReference = MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UnsafeRawPointer>.size
}

/// The function of the runtime that returns the number of a task.
///
/// Assumption: an `UnsafeCurrentTask` is a reference to the task of the runtime, and the runtime exports
/// `swift_task_getJobTaskId` (Swift 5.7 and later).
/// Check: at first use: the size of the value, and the lookup of the function, which a static runtime may not export.
/// If false: tasks cannot be distinguished, and a `ManualClock` shows all of them the same time.
/// Remove when: the standard library provides task identities that it never reuses.
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
