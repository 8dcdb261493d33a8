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
    test.add(address, in: outer?.address)
  }

  deinit {
    test.remove(address)
    onEnd()
  }

  private var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}

/// The scopes of a test that mark their tasks, one in the other.
package final class MarkedTest: Sendable {
  private struct State {
    /// The addresses of the marks, each with that of the scope around it.
    var marks: [UInt: UInt?] = [:]
    /// Whether a scope also looks for tasks without a mark.
    var needsNumbers = false
    /// The tasks that were made while work in the background began.
    var declared: [TaskNumbers] = []
  }

  private let state = Locked(State())

  /// The addresses of the marks, one of which each task of the test keeps.
  package var marks: Set<UInt> { state.withLock { Set($0.marks.keys) } }

  /// The addresses of a mark and of those of the scopes in its scope.
  package func marks(in address: UInt) -> Set<UInt> {
    let marks = state.withLock(\.marks)
    return Set(
      marks.keys.filter { mark in
        var next: UInt? = mark
        while let known = next, known != address { next = marks[known] ?? nil }
        return next != nil
      })
  }

  fileprivate func add(_ address: UInt, in outer: UInt?) { state.withLock { $0.marks[address] = .some(outer) } }
  fileprivate func remove(_ address: UInt) { state.withLock { _ = $0.marks.removeValue(forKey: address) } }

  /// Keeps from now on which tasks are declared.
  package func keepNumbers() { state.withLock { $0.needsNumbers = true } }

  /// Begins work in the background. Returns what ends that, or nil if no scope needs to know it.
  package func beginDeclared() -> (@Sendable () -> Void)? {
    guard state.withLock(\.needsNumbers), let begin = TaskNumbers.next else { return nil }
    return {
      let numbers = TaskNumbers(since: begin)
      self.state.withLock { $0.declared.append(numbers) }
    }
  }

  package var declared: [TaskNumbers] { state.withLock(\.declared) }
}

/// The numbers of the tasks that were made in some time, by any code of the process.
package struct TaskNumbers: Sendable {
  private let (first, last): (UInt64, UInt64)

  /// The number of a task that is made now; nil where the runtime does not tell.
  package static var next: UInt64? { RunningTask.newestNumber }

  /// The tasks that were made between one with that number and now.
  package init(since first: UInt64) {
    self.first = first
    last = Self.next ?? first
  }

  /// Whether there are any.
  package var isEmpty: Bool { last <= first + 1 }

  /// Whether one has that number, of which only the lower half is known.
  func contains(_ number: UInt32) -> Bool {
    let distance = UInt64(number &- UInt32(truncatingIfNeeded: first))
    return distance > 0 && distance < last - first
  }
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
