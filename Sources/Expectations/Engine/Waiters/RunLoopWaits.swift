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
    if waiter != nil, stack.observer == nil { stack.observer = observeRunLoop() }
  }

  /// Adds an observer to the run loop of the calling thread. It stays as long as the thread lives, because adding and
  /// removing it costs as much as waking a thread.
  private static func observeRunLoop() -> RunLoopObserver {
    RunLoopObserver { innermostWaiter?.leaveIfGranted() }
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
