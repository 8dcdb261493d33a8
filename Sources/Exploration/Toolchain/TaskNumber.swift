/// The number of a task, which the runtime never gives to another task.
///
/// Assumption: the runtime exports `swift_task_getJobTaskId`, and a task that is created later has a greater number.
/// Check: by `JobProbe`, with two tasks of its own.
/// If false: nothing is explored, because the jobs of an exploration cannot be told from those of other tests.
/// Remove when: the standard library provides task identities that it never reuses, in order.
struct TaskNumber: Sendable {
  typealias Function = @Sendable @convention(c) (UnsafeRawPointer) -> UInt64

  private let function: Function

  /// Returns nil when the runtime does not export the function.
  init?() {
    guard let address = RuntimeSymbol.address("swift_task_getJobTaskId") else { return nil }
    function = unsafeBitCast(address, to: Function.self)
  }

  func callAsFunction(_ job: UnownedJob) -> UInt64 { function(unsafeBitCast(job, to: UnsafeRawPointer.self)) }
}
