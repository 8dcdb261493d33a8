import Expectations
import Synchronization

/// Sees every job that the runtime sends to the global executor, while something explores.
///
/// Other libraries use the same variable: `withMainSerialExecutor` of swift-concurrency-extras takes any value for its
/// own and writes nil, and others call what was there. So the hook is there only during explorations, and each run
/// looks whether it still is.
///
/// Assumption: the runtime calls the function in `swift_task_enqueueGlobal_hook`, if there is one, with the job and the
/// function that would have run, and both take their arguments as C functions do.
/// Check: the symbol is looked up, and the hook must see a task that does nothing.
/// If false: only tasks of the body and their children are explored; those of `Task {}` run in the pool.
/// Remove when: tasks of `Task {}` can be given an executor.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum GlobalEnqueueHook {
  typealias Original = @convention(c) (UnsafeMutableRawPointer) -> Void
  typealias Hook = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  static let variableName = "swift_task_enqueueGlobal_hook"

  /// A word that is a function, or zero.
  private nonisolated(unsafe) static let variable =
    RuntimeSymbol.address(variableName)?.assumingMemoryBound(to: Atomic<UInt>.self)
  /// The hook of another library, which is called for jobs that are not explored. Zero if there is none.
  private static let previous = Atomic<UInt>(0)
  private static let own = unsafeBitCast(hook, to: UInt.self)
  private static let isCalled = Atomic<Bool>(false)
  /// The job that the other library's hook has, on this thread. It may call this hook again.
  private static let passedOn = ThreadSlot()

  private static let hook: Hook = { job, original in
    if !isCalled.load(ordering: .relaxed) { isCalled.store(true, ordering: .relaxed) }
    if Scheduler.takes(unsafeBitCast(job, to: UnownedJob.self)) { return }
    let previous = GlobalEnqueueHook.previous.load(ordering: .acquiring)
    guard previous != 0, passedOn?.word != job else { return unsafeBitCast(original, to: Original.self)(job) }
    let outer = passedOn?.word
    passedOn?.word = job
    unsafeBitCast(previous, to: Hook.self)(job, original)
    passedOn?.word = outer
  }

  static let isCalledByRuntime: Bool = {
    install()
    defer { remove() }
    Task.detached {}
    return isCalled.load(ordering: .relaxed)
  }()

  /// Writes the hook into the variable, unless it is there.
  static func install() {
    guard let variable else { return }
    let found = variable.pointee.load(ordering: .acquiring)
    guard found != own else { return }
    previous.store(found, ordering: .releasing)
    variable.pointee.store(own, ordering: .releasing)
  }

  /// Writes back what was there before, unless another library has written since.
  static func remove() {
    let found = previous.load(ordering: .acquiring)
    _ = variable?.pointee.compareExchange(expected: own, desired: found, ordering: .acquiringAndReleasing)
  }
}
