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
