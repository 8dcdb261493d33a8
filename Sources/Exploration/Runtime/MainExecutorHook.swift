import Synchronization

/// Sends the main-actor jobs of an exploration to its thread.
///
/// Assumption: the runtime calls the function in `swift_task_getMainExecutor_hook`, if there is one, whenever code of a
/// thread needs the executor of the main actor.
/// Check: the symbol is looked up, and the hook must be called for the executor of the main actor.
/// If false: jobs of the main actor run on the real one, and tasks that come back from it come from outside.
/// Remove when: the executor of the main actor can be chosen for a task.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum MainExecutorHook {
  typealias Original = @convention(thin) () -> UnownedSerialExecutor
  typealias Hook = @convention(thin) (Original) -> UnownedSerialExecutor

  /// The hook of another library, which is called on threads that do not explore. Written once, before the hook is.
  nonisolated(unsafe) private static var previous: Hook?
  private static let isCalled = Atomic<Bool>(false)

  private static let hook: Hook = { original in
    if !isCalled.load(ordering: .relaxed) { isCalled.store(true, ordering: .relaxed) }
    if let run = Scheduler.runOfCaller, run.controls.seesMainActor {
      return run.scheduler.asUnownedSerialExecutor()
    }
    return MainExecutorHook.previous?(original) ?? original()
  }

  static let variableName = "swift_task_getMainExecutor_hook"

  /// Installs the hook, once. Whether the runtime calls it.
  static let isInstalled: Bool = {
    guard let variable = RuntimeSymbol.address(variableName)?.assumingMemoryBound(to: Hook?.self) else { return false }
    previous = variable.pointee
    variable.pointee = hook
    // Called by its name: the optimizer leaves out a use of the main actor whose result is not needed.
    guard let ask = RuntimeSymbol.address("swift_task_getMainExecutor") else { return false }
    _ = unsafeBitCast(ask, to: Original.self)()
    return isCalled.load(ordering: .relaxed)
  }()
}
