import Foundation

/// Waits in the run loop of the calling thread, which on the main thread also services the main queue.
///
/// User code inside this run loop may run the loop again, and that run may return in place of this one. When the loop
/// is about to sleep and the innermost wait has its permit, an observer therefore makes the loop return.
final class RunLoopWaiter: BlockingWaiter {
  private let gate: ThreadWaiter
  private let exit = RunLoopExit()
  private let isOnMain = MainThread.isCurrent
  private let mode: RunLoop.Mode

  /// - Parameter mode: The mode in which it runs the loop.
  init(for awaited: String? = nil, mode: RunLoop.Mode) {
    gate = ThreadWaiter(for: awaited)
    self.mode = mode
  }

  var awaited: String? { gate.awaited }

  /// Runs the loop until there is a permit. If the loop has nothing left to run for, the thread sleeps.
  func park(for wait: SlotKey) -> Decision {
    RunLoopWaits.push(wait, self)
    runLoop()
    RunLoopWaits.pop()
    let blocksMainQueue = isOnMain && !gate.isGranted
    if blocksMainQueue { Blockage.mainQueue.enter() }
    defer { if blocksMainQueue { Blockage.mainQueue.leave() } }
    return gate.park()
  }

  private func runLoop() {
    let outer = isOnMain ? Self.replaceOnMain(by: self) : nil
    exit.open(in: mode)
    // The observer of the thread is in the usual mode only.
    let observer = mode == .default ? nil : RunLoopWaits.observeRunLoop(in: mode)
    defer { withExtendedLifetime(observer) {} }
    // The deadline timer enforces the limit. The run loop's own limit is a timer on a global queue, which may be
    // starved.
    while !gate.isGranted, RunLoop.current.run(mode: mode, before: exit.limit) { answerIfAsked() }
    exit.close()
    if isOnMain { _ = Self.replaceOnMain(by: outer) }
  }

  func grant(_ decision: Decision) { gate.grant(decision) }

  func wake() {
    gate.wake()
    exit.leave()
  }

  /// Leaves the loop, which is about to sleep, if the waiter has its permit.
  func leaveIfGranted() {
    if gate.isGranted { exit.leave() }
  }

  // MARK: On the main thread

  private struct Main {
    /// The innermost waiter that services the run loop of the main thread.
    var waiter: RunLoopWaiter?
    /// Whether the deadline timer has asked this waiter if its loop has anything to do.
    var isAsked = false
  }

  private static let main = Locked(Main())

  private static func replaceOnMain(by waiter: RunLoopWaiter?) -> RunLoopWaiter? {
    main.withLock { main in
      defer { main = Main(waiter: waiter) }
      return main.waiter
    }
  }

  /// Forgets the waits of the calling thread, which an exception has ended.
  static func forgetWaits() {
    if MainThread.isCurrent { _ = replaceOnMain(by: nil) }
  }

  /// Asks the innermost waiter on the main thread whether its run loop has nothing to do, although the main queue does
  /// not answer.
  ///
  /// If so, the wait itself blocks the main queue: inside a block of that queue, the run loop does not service it. The
  /// question makes the run loop return. A run loop that user code runs inside may return instead, so the deadline
  /// timer repeats the question with every check.
  static func askMainWaiter() {
    let waiter = main.withLock { main in
      main.isAsked = main.waiter != nil
      return main.waiter
    }
    waiter?.exit.leave()
  }

  private func answerIfAsked() {
    guard isOnMain else { return }
    let isAsked = Self.main.withLock { main in
      defer { main.isAsked = false }
      return main.isAsked
    }
    if isAsked { Heartbeat.noteMainIsBlocked() }
  }

  /// Runs one pass of the calling thread's run loop. Returns whether the loop has anything to service.
  static func serviceOnce(_ mode: RunLoop.Mode) -> Bool {
    // Threads of Dispatch have no sources in run loops, and must not be given a run loop.
    //
    // Assumption: `Thread.isExecuting` is false on threads that Foundation has not started.
    // Check: by `ThreadTests`.
    // If false: a blocking wait on such a thread makes a run loop for it, and takes longer.
    // Remove when: Foundation tells whether a thread has a run loop without making one.
    Thread.current.isExecuting && RunLoop.current.run(mode: mode, before: .distantPast)
  }
}

/// The stack of waits that service the calling thread's run loop, innermost last. A wait can begin inside another.
enum RunLoopWaits {
  private final class Stack {
    var waits: [(key: SlotKey, waiter: RunLoopWaiter?)] = []
    var observer: RunLoopObserver?
  }

  /// The stack of each thread; nil when the process has no keys left. Then no wait uses a run loop.
  private static let stacks = ThreadReference<Stack>()

  private static var existing: Stack? { stacks?.value }

  /// The stack of the calling thread; nil without a key.
  private static var stack: Stack? {
    if let existing { return existing }
    guard let stacks else { return nil }
    let stack = Stack()
    stacks.set(stack)
    return stack
  }

  /// Whether the library can keep these stacks.
  ///
  /// If not, threads sleep without servicing their run loop, and a wait for an event that needs the run loop times out.
  static var areKept: Bool { stacks != nil }

  /// The waits around the calling code, innermost last. Some may already be over.
  static var enclosing: [SlotKey] { existing?.waits.map(\.key) ?? [] }

  static var innermostWaiter: RunLoopWaiter? { existing?.waits.last.flatMap(\.waiter) }

  /// Pushes a wait. The first wait with a waiter adds an observer to the thread's run loop.
  ///
  /// - Parameter waiter: The waiter that runs the loop; nil while a pass checks whether the loop has anything to
  ///   service.
  static func push(_ wait: SlotKey, _ waiter: RunLoopWaiter?) {
    guard let stack else { return }
    stack.waits.append((wait, waiter))
    if waiter != nil, stack.observer == nil { stack.observer = observeRunLoop(in: .default) }
  }

  /// Adds an observer to the run loop of the calling thread. It stays as long as the thread lives, because adding and
  /// removing it costs as much as waking a thread.
  static func observeRunLoop(in mode: RunLoop.Mode) -> RunLoopObserver {
    RunLoopObserver(in: mode) { innermostWaiter?.leaveIfGranted() }
  }

  static func pop() { existing?.waits.removeLast() }

  /// Forgets the waits of the calling thread, which an exception has ended, and returns them.
  static func forgetThread() -> [SlotKey] {
    guard let stack = existing, !stack.waits.isEmpty else { return [] }
    let ended = stack.waits
    stack.waits = []
    RunLoopWaiter.forgetWaits()
    return ended.map(\.key)
  }
}
