import Foundation

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
