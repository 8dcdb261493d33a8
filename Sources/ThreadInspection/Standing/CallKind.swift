/// Tells from the names of the functions in which a thread sleeps what it waits for.
enum CallKind {
  /// Parts of names as the linker knows them, the most telling first.
  private static let kinds: [(names: [String], activity: Standing.Activity)] = [
    (["waitUntilExit"], .process),
    (["DispatchWorkItemC4wait", "dispatch_block_wait"], .workItem),
    (["dispatch_semaphore_wait", "OS_dispatch_semaphoreC8DispatchE4wait"], .semaphore),
    (["dispatch_group_wait", "OS_dispatch_groupC8DispatchE4wait"], .dispatchGroup),
    (["_dispatch_sync", "__DISPATCH_WAIT_FOR_QUEUE__", "dispatch_sync", "_dispatch_lane_barrier_sync"], .dispatchSync),
    (["_dispatch_barrier_sync", "dispatch_barrier_sync", "_dispatch_barrier_trysync"], .dispatchSync),
    (["CFRunLoopRun", "7RunLoopC3run", "7RunLoopC"], .runLoop),
    (
      ["pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "NSConditionC4wait", "psynch_cvwait"],
      .condition
    ),
    (["pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_clocklock"], .lock(holder: nil)),
    (
      ["lll_lock_wait", "psynch_mutexwait", "pthread_rwlock_", "_MutexHandle", "os_unfair_lock_lock"],
      .lock(holder: nil)
    ),
    (["pthread_join", "pthread_timedjoin", "pthread_clockjoin"], .threadEnd),
    (["waitpid", "wait4", "waitid"], .process),
    (["nanosleep", "usleep", "sleepForTimeInterval"], .sleep),
    (["sem_wait", "sem_timedwait", "sem_clockwait"], .semaphore),
  ]

  private static let calls: [Int: Standing.Activity] = [
    0: .read, 1: .write, 7: .event, 17: .read, 18: .write, 19: .read, 20: .write, 23: .event, 35: .sleep, 43: .read,
    45: .read, 47: .read, 61: .process, 230: .sleep, 232: .event, 247: .process, 270: .event, 271: .event, 281: .event,
    288: .read,
  ]

  /// - `names`: From the function that the tester's code called to the innermost one.
  /// - `call`: The number of the call of the kernel.
  static func activity(_ names: [String], call: Int?) -> Standing.Activity {
    for kind in kinds where names.contains(where: { name in kind.names.contains { name.contains(text: $0) } }) {
      return kind.activity
    }
    return call.flatMap { calls[$0] } ?? .asleep
  }

  /// Whether a function runs a block and returns after it: a wait inside of the block blocks the caller.
  static func isSync(_ name: String) -> Bool {
    ["queueC8DispatchE4sync", "5QueueC4sync", "queueC8DispatchE12asyncAndWait", "5QueueC12asyncAndWait"].contains {
      name.contains(text: $0)
    }
  }
}
