/// An object that lives as long as a task that was made in a scope: that of a test, for example.
///
/// A task gets the task-local values of the code that makes it, and keeps them until it has ended. So do its child
/// tasks, and the tasks that it makes itself. A detached task, and code on a queue, get none.
package final class TaskMark: Sendable {
  /// The mark of the innermost scope.
  @TaskLocal package static var current: TaskMark?

  /// The address of the variable, which stands beside its value in a task.
  static var key: UInt { UInt(bitPattern: Unmanaged.passUnretained($current).toOpaque()) }

  private let onEnd: @Sendable () -> Void
  /// A task gets only the innermost value, so this keeps that of the scope around it.
  private let outer: TaskMark?
  /// The marks of the whole test.
  package let test: MarkedTest
  /// Another number for each scope of the process. An address can be used again.
  package let number = lastNumber.withLock {
    $0 += 1
    return $0
  }

  private static let lastNumber = Locked(0)

  /// - Parameter onEnd: Called when the scope and all of its tasks have ended, on the thread that ends the last one.
  package init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
    outer = TaskMark.current
    test = outer?.test ?? MarkedTest()
    test.add(address)
  }

  deinit {
    test.remove(address)
    onEnd()
  }

  private var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}

/// The scopes of a test that mark their tasks, one in the other.
package final class MarkedTest: Sendable {
  private let addresses = Locked<Set<UInt>>([])

  /// The addresses of the marks, one of which each task of the test keeps.
  package var marks: Set<UInt> { addresses.withLock(\.self) }

  fileprivate func add(_ address: UInt) { addresses.withLock { _ = $0.insert(address) } }
  fileprivate func remove(_ address: UInt) { addresses.withLock { _ = $0.remove(address) } }
}

extension TaskMark {
  /// Makes a mark the innermost one of the calling thread, on which no task runs, until the result is called there.
  /// Returns nil if that is not possible.
  ///
  /// Assumption: these two functions of the runtime begin and end the scope of a task-local value, as the inlined code
  /// of `withValue` calls them. The first takes the key, the address of the value, which it consumes, and its type.
  /// Check: by `Tests/Checks/Consumer/check`, with `EXPECTATIONS_LEFTOVERS`.
  /// If false: the variable has no effect, or the tests crash where it is set.
  /// Remove when: XCTest calls each test in a closure of its observers.
  package static func begin(_ mark: TaskMark) -> (@Sendable () -> Void)? {
    guard !RunningTask.exists, let push, let pop else { return nil }
    let value = UnsafeMutablePointer<TaskMark?>.allocate(capacity: 1)
    value.initialize(to: mark)
    defer { value.deallocate() }
    push(
      Unmanaged.passUnretained($current).toOpaque(), value,
      unsafeBitCast(Optional<TaskMark>.self as Any.Type, to: UnsafeRawPointer.self))
    return pop
  }

  private typealias Push =
    @Sendable @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  private static let push = functionOfRuntime("swift_task_localValuePush").map { unsafeBitCast($0, to: Push.self) }
  private static let pop: (@Sendable () -> Void)? = functionOfRuntime("swift_task_localValuePop").map { function in
    let pop = unsafeBitCast(function, to: (@Sendable @convention(c) () -> Void).self)
    return { pop() }
  }
}
