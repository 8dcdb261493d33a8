/// The number of a task, which the runtime never gives to another task.
///
/// Assumption: the runtime exports `swift_task_getJobTaskId`, and a task that is created later has a greater number.
/// Check: by `JobProbe`, with two tasks of its own.
/// If false: nothing is explored, because the jobs of an exploration cannot be told from those of other tests.
/// Without `swift_task_getCurrent`, what another test does in an actor on this thread counts as explored.
/// Remove when: the standard library provides task identities that it never reuses, in order.
struct TaskNumber: Sendable {
  typealias Function = @Sendable @convention(c) (UnsafeRawPointer) -> UInt64

  typealias Current = @Sendable @convention(c) () -> UnsafeRawPointer?

  private let function: Function
  private let current: Current?

  /// Returns nil when the runtime does not export the function.
  init?() {
    guard let address = RuntimeSymbol.address("swift_task_getJobTaskId") else { return nil }
    function = unsafeBitCast(address, to: Function.self)
    current = RuntimeSymbol.address("swift_task_getCurrent").map { unsafeBitCast($0, to: Current.self) }
  }

  /// The number of the task that runs the calling code; nil outside of tasks.
  var ofCurrentTask: UInt64? { current?().map(function) }

  func callAsFunction(_ job: UnownedJob) -> UInt64 { function(unsafeBitCast(job, to: UnsafeRawPointer.self)) }
}
