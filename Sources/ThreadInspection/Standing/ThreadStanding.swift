/// Describes one thread by the frames of its stack.
struct ThreadStanding {
  let thread: ThreadSnapshot
  /// The innermost first; nil for a frame about which nothing is known.
  let frames: [CodePlace?]
  /// Whether the last frame is the first function of the thread.
  let isComplete: Bool
  /// The function that the call in a frame calls, for a call that left no frame.
  let calledFunction: (Int) -> CodePlace?
  /// The thread that holds the lock for which this one waits.
  let holder: Standing.Holder?
  let code: UserCode
  let demangler: Demangler

  private var subject: Standing.Subject { .thread(number: thread.number, name: Self.name(of: thread), role: role) }

  /// A thread that a worker of Dispatch made has the worker's name, until it gets another one.
  static func name(of thread: ThreadSnapshot) -> String? {
    thread.name.isEmpty || DispatchWorkerName.matches(thread.name) ? nil : thread.name
  }

  /// Where the thread stands for the waits of others. Nil when it is not in your code, or in the library that
  /// reports this without waiting there.
  var otherStanding: Standing? {
    guard let index = code.innermost(frames) else { return nil }
    var standing = Standing(subject, .running)
    if frames[..<index].contains(where: UserCode.waits) {
      guard case .sleeping = thread.state, let wait = LibraryWait(frames[..<index].compactMap { $0?.symbol })
      else { return nil }
      standing.activity = .library(wait)
    } else {
      standing.activity = activity(index)
      standing.callee = callee(index, standing.activity)
    }
    standing.note(frames[index], demangler)
    return standing
  }

  /// Where the thread stands for its own wait. It is worth a line when something outside of the wait blocks with it.
  var ownStanding: Standing? {
    guard let sync = frames.firstIndex(where: { $0?.symbol.map(CallKind.isSync) ?? false }),
      let caller = code.innermost(Array(frames[(sync + 1)...]))
    else { return nil }
    var standing = Standing(subject, .inside)
    standing.note(frames[sync + 1 + caller], demangler)
    standing.callee = frames[sync]?.symbol.flatMap(demangler.name)
    standing.isOfThisWait = true
    return standing
  }

  // MARK: What it does

  private func activity(_ index: Int) -> Standing.Activity {
    guard case .sleeping(let call) = thread.state else { return .running }
    let names = (frames[..<index].reversed() + [calledFunction(index)]).compactMap { $0?.symbol }
    let activity = CallKind.activity(names, call: call?.number)
    return activity == .lock(holder: nil) ? .lock(holder: holder) : activity
  }

  private func callee(_ index: Int, _ activity: Standing.Activity) -> String? {
    guard activity != .running, index > 0 else { return nil }
    // One function of the toolchain may only jump to another one, whose name is then on the stack.
    let target = calledFunction(index)
    if let target, target.isSystem, let symbol = target.symbol, symbol.hasPrefix("$s") { return demangler.name(symbol) }
    let called = frames[index - 1]?.symbol
    guard let called, called.hasPrefix("$s") else {
      return (target?.symbol ?? called).flatMap { $0.hasPrefix("$s") ? demangler.name($0) : nil }
        ?? plainName(called, activity)
    }
    return demangler.name(called)
  }

  /// A function in C, unless what it does is said in other words.
  private func plainName(_ name: String?, _ activity: Standing.Activity) -> String? {
    guard activity == .asleep, let name, !name.hasPrefix("_") else { return nil }
    return name + "()"
  }

  // MARK: What it is for

  private var role: Standing.Role {
    RoleFunctions.role(isMain: thread.isMain, frames: frames, isComplete: isComplete)
  }
}

extension Standing {
  mutating func note(_ frame: CodePlace?, _ demangler: Demangler) {
    place = frame?.shownLine.map { Place(file: $0.path, line: $0.line) }
    if place == nil { file = frame?.shownFile }
    // A function that may be another one is not named.
    if frame?.isMerged == false { function = frame?.symbol.flatMap(demangler.name) }
  }
}

/// Tells from the names of the functions in which a thread sleeps what it waits for.
enum CallKind {
  /// Parts of names as the linker knows them, the most telling first.
  private static let kinds: [(names: [String], activity: Standing.Activity)] = [
    (["waitUntilExit"], .process),
    (["DispatchWorkItemC4wait", "dispatch_block_wait"], .workItem),
    (["dispatch_semaphore_wait", "OS_dispatch_semaphoreC8DispatchE4wait"], .semaphore),
    (["dispatch_group_wait", "OS_dispatch_groupC8DispatchE4wait"], .dispatchGroup),
    (["dispatch_sync", "__DISPATCH_WAIT_FOR_QUEUE__", "dispatch_lane_barrier_sync"], .dispatchSync),
    (["dispatch_barrier_sync", "dispatch_barrier_trysync"], .dispatchSync),
    (["CFRunLoopRun", "7RunLoopC"], .runLoop),
    (["pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "NSConditionC4wait"], .condition),
    (["pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_clocklock"], .lock(holder: nil)),
    (["lll_lock_wait", "pthread_rwlock_", "_MutexHandle"], .lock(holder: nil)),
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

  /// - `names`: From the function that your code called to the innermost one.
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
