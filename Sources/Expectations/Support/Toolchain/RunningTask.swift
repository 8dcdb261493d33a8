import Foundation

/// The identity of a task: the number that the runtime gives to each task and never reuses.
///
/// The standard library identifies a task by its address, which another task may get when the first one ends. The
/// address of an `async let` task lies in the frame of its parent, which nothing keeps alive.
struct RunningTask: Hashable, Sendable {
  let number: UInt64

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

  /// The number of a task that is created now. All tasks that exist already have smaller ones.
  static var newestNumber: UInt64? {
    let task = Task.detached {}
    return numberOfTask?(unsafeBitCast(task, to: UnsafeRawPointer.self))
  }

  /// The number of the task in which Swift Testing runs the calling test; nil elsewhere, also in tasks that the test
  /// makes.
  ///
  /// Assumption: Swift Testing gives this task, and no other one, a name that begins with its own.
  /// Check: by `LibraryWaitTests`.
  /// If false: tasks that are older than the test are not marked in texts.
  /// Remove when: the task of a test can be recognized otherwise.
  static var numberOfTest: UInt64? {
    #if os(Linux) && compiler(>=6.2)
      return Task.name?.hasPrefix("[Swift Testing]") == true ? current?.number : nil
    #else
      return nil
    #endif
  }

  /// Looks up the runtime's function, which takes the lock of the loader.
  static func prepare() { _ = numberOfTask }

  private init?(_ task: UnsafeCurrentTask) {
    guard let reference = Self.reference(to: task), let number = numberOfTask?(reference) else { return nil }
    self.number = number
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

  private static func reference(to task: UnsafeCurrentTask) -> UnsafeRawPointer? {
    isOneReference ? unsafeBitCast(task, to: UnsafeRawPointer.self) : nil
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
private let numberOfTask = functionOfRuntime("swift_task_getJobTaskId").map {
  unsafeBitCast($0, to: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt64).self)
}

private let flagsOfTask = functionOfRuntime("swift_task_getJobFlags").map {
  unsafeBitCast($0, to: (@Sendable @convention(c) (UnsafeRawPointer) -> UInt32).self)
}

func functionOfRuntime(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    let anywhere = UnsafeMutableRawPointer(bitPattern: -2)
  #else
    let anywhere: UnsafeMutableRawPointer? = nil
  #endif
  return dlsym(anywhere, name)
}
