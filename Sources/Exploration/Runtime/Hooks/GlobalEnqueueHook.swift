import Synchronization

/// Sees every job that the runtime sends to the global executor.
///
/// Assumption: the runtime calls the function in `swift_task_enqueueGlobal_hook`, if there is one, with the job and the
/// function that would have run, and both take their arguments as C functions do.
/// Check: the symbol is looked up, and the hook must see a task that does nothing.
/// If false: only tasks of the body and their children are explored; those of `Task {}` run in the pool.
/// Remove when: tasks of `Task {}` can be given an executor.
enum GlobalEnqueueHook {
  typealias Original = @convention(c) (UnsafeMutableRawPointer) -> Void
  typealias Hook = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  /// The hook of another library, which is called for jobs that are not explored. Written once, before the hook is.
  nonisolated(unsafe) private static var previous: Hook?
  /// Whether the runtime has called the hook.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static let isCalled = Atomic<Bool>(false)

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static let hook: Hook = { job, original in
    if !isCalled.load(ordering: .relaxed) { isCalled.store(true, ordering: .relaxed) }
    if Scheduler.takes(unsafeBitCast(job, to: UnownedJob.self), route: .global) { return }
    if let previous = GlobalEnqueueHook.previous { return previous(job, original) }
    unsafeBitCast(original, to: Original.self)(job)
  }

  /// Installs the hook once. Returns whether the runtime calls it.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static func install() -> Bool { RuntimeSymbol.address(variableName) != nil && isInstalled }

  private static let variableName = "swift_task_enqueueGlobal_hook"

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static let isInstalled: Bool = {
    guard let variable = RuntimeSymbol.address(variableName)?.assumingMemoryBound(to: Hook?.self) else { return false }
    previous = variable.pointee
    variable.pointee = hook
    Task.detached {}
    return isCalled.load(ordering: .relaxed)
  }()
}
