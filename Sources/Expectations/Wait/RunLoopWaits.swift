import Foundation

/// The stack of blocking waits on the calling thread, innermost last. User code inside the run loop of a wait may wait
/// in turn, and that run of the loop may return in place of the one around it.
enum RunLoopWaits {
  final class Stack {
    // No accesses overlap on one thread, so they need not be checked.
    @exclusivity(unchecked) fileprivate var waits: [Wait] = []
    /// How many conditions evaluate their bodies, one in the other.
    fileprivate var evaluations = 0
    fileprivate var observers: [RunLoop.Mode: Any] = [:]
  }

  /// The stack of each thread; nil when the process has no thread-specific keys left. Then threads sleep without
  /// servicing their run loop.
  private static let slot = ThreadSlot(ownsObjects: true)

  fileprivate static var existingStack: Stack? {
    // Unmanaged: the slot owns one reference.
    slot?.word.map { Unmanaged<Stack>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var stack: Stack? {
    if let existing = existingStack { return existing }
    guard let slot else { return nil }
    let stack = Stack()
    slot.word = Unmanaged.passRetained(stack).toOpaque()
    return stack
  }

  /// Runs the body of a blocking condition.
  static func evaluating<Result>(_ body: () -> Result) -> Result {
    guard let stack else { return body() }
    stack.evaluations += 1
    defer { stack.evaluations -= 1 }
    return body()
  }

  /// The innermost wait around the calling code that has begun.
  static var innermost: Wait? { existingStack?.waits.last }

  /// Runs the loop of the calling thread, if it has anything to service, until the wait is decided or the loop has
  /// nothing left to run for.
  static func service(_ wait: Wait, in mode: RunLoop.Mode) {
    guard let stack else { return }
    let isOnMain = MainThread.isCurrent
    stack.waits.append(wait)
    if isOnMain { innermostOnMain.withLock { $0 = wait } }
    if isOnMain || hasSources(in: mode) { run(wait, stack, in: mode, isOnMain: isOnMain) }
    stack.waits.removeLast()
    if isOnMain { innermostOnMain.withLock { $0 = stack.waits.last } }
  }

  private static func run(_ wait: Wait, _ stack: Stack, in mode: RunLoop.Mode, isOnMain: Bool) {
    // The loop may hold back its own end: an observer makes it return when it is about to sleep and the innermost wait
    // is decided. It stays as long as the thread, because adding it costs as much as waking a thread.
    if stack.observers[mode] == nil {
      stack.observers[mode] = observeSleep(in: mode) { innermost?.leaveRunLoopIfDecided() }
    }
    let exit = RunLoopExit()
    exit.open(in: mode)
    wait.setRunLoopExit(exit)
    // The timer enforces the limit. The run loop's own limit is a timer on a global queue, which may be starved.
    while !wait.isDecided, RunLoop.current.run(mode: mode, before: exit.limit) {
      if isOnMain, isAsked.withLock({ $0.take() }) != nil { answer(stack, mode) }
    }
    exit.close()
    // Inside a block of the main queue, the loop may have nothing to run for. Then the thread sleeps.
    if isOnMain, !wait.isDecided { noteBlocksMainQueue(stack) }
  }

  /// Whether the loop of the calling thread has anything to service, after one pass.
  private static func hasSources(in mode: RunLoop.Mode) -> Bool {
    // Threads of Dispatch have no sources in run loops, and must not be given a run loop.
    //
    // Assumption: `Thread.isExecuting` is false on threads that Foundation has not started.
    // Check: by `ThreadTests`.
    // If false: a blocking wait on such a thread makes a run loop for it, and takes longer.
    // Remove when: Foundation tells whether a thread has a run loop without making one.
    Thread.current.isExecuting && RunLoop.current.run(mode: mode, before: .distantPast)
  }

  // MARK: A wait that blocks the main queue

  fileprivate static let innermostOnMain = Locked<Wait?>(nil)
  fileprivate static let isAsked = Locked<Void?>(nil)

  /// If the main queue runs nothing in several passes of the loop, all waits of this thread block it.
  private static func answer(_ stack: Stack, _ mode: RunLoop.Mode) {
    let hasRun = Locked(false)
    DispatchQueue.main.async { hasRun.withLock { $0 = true } }
    for _ in 0..<passes {
      let goesOn = RunLoop.current.run(mode: mode, before: .distantPast)
      if hasRun.withLock({ $0 }) { return }
      guard goesOn else { break }
    }
    noteBlocksMainQueue(stack)
  }

  private static let passes = 4

  private static func noteBlocksMainQueue(_ stack: Stack) {
    for wait in stack.waits.dropLast() { wait.isAroundAnother = true }
    Engine.withLock { $0.noteBlocksMainQueue(stack.waits.compactMap(\.key)) }
  }
}

extension Engine {
  /// Asks the innermost wait on the main thread whether it keeps the main queue from running: inside a block of that
  /// queue, the run loop does not service it.
  static func askMainThread() {
    guard let innermost = RunLoopWaits.innermostOnMain.withLock({ $0 }) else { return }
    RunLoopWaits.isAsked.withLock { $0 = () }
    innermost.leaveRunLoop()
  }
}

extension TestHosts {
  /// Whether the calling thread is in a wait, or in the body of a blocking condition.
  static var isInWaitOrCondition: Bool {
    RunLoopWaits.existingStack.map { !$0.waits.isEmpty || $0.evaluations > 0 } ?? false
  }

  /// Ends the waits of the calling thread, in which an exception has ended the sleep.
  static func forgetWaitsOfThread() {
    guard let stack = RunLoopWaits.existingStack else { return }
    let waits = stack.waits
    (stack.waits, stack.evaluations) = ([], 0)
    if MainThread.isCurrent { RunLoopWaits.innermostOnMain.withLock { $0 = nil } }
    for case let key? in waits.map(\.key) {
      Engine.cancel(key)
      let ended = Engine.withLock { $0.machine.waits.contains(key) ? $0.machine.end(key).0 : nil }
      withExtendedLifetime(ended) {}
    }
  }
}
