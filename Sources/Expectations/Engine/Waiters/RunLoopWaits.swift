#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The waits that service the run loop of the calling thread, the innermost last: inside of each, others may begin.
enum RunLoopWaits {
  private final class Stack {
    var waits: [(key: SlotKey, waiter: RunLoopWaiter?)] = []
    var watch: RunLoopWatch?
  }

  /// nil when the process has no keys left: then waits can be on no run loop.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let error = pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<Stack>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<Stack>.fromOpaque(pointer).release() }
      #endif
    }
    return error == 0 ? key : nil
  }()

  // Unmanaged: the thread's own slot holds the one retain, from here until the destructor above takes it back at the
  // end of the thread. No other thread reads the slot.
  private static var existing: Stack? {
    key.flatMap(pthread_getspecific).map { Unmanaged<Stack>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The stack of the calling thread; nil when it cannot be kept.
  private static var stack: Stack? {
    if let existing { return existing }
    guard let key else { return nil }
    let stack = Stack()
    pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  /// Whether waits on run loops can be told from each other. Otherwise threads sleep without servicing their run
  /// loop, and a wait for what needs it runs out of time.
  static var areKept: Bool { key != nil }

  /// The waits that the calling code runs inside of, the innermost last. One may be over already.
  static var around: [SlotKey] { existing?.waits.map(\.key) ?? [] }

  static var innermostWaiter: RunLoopWaiter? { existing?.waits.last.flatMap(\.waiter) }

  /// Enters a wait. From the first one on that has a waiter, the run loop of the thread is watched.
  ///
  /// - Parameter waiter: What runs the loop; nil while it is found out whether there is anything to run it for.
  static func push(_ wait: SlotKey, _ waiter: RunLoopWaiter?) {
    guard let stack else { return }
    stack.waits.append((wait, waiter))
    if waiter != nil, stack.watch == nil { stack.watch = watchRunLoop() }
  }

  /// Watches the run loop of the calling thread, as long as the thread lives: making and removing an observer costs as
  /// much as waking a thread.
  private static func watchRunLoop() -> RunLoopWatch {
    RunLoopWatch { innermostWaiter?.leaveIfGranted() }
  }

  static func pop() { existing?.waits.removeLast() }
}
