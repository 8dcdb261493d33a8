#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The blocking waits of the calling thread, the innermost last: a wait that services a run loop may run another one.
enum ThreadWaits {
  private final class Stack {
    var waits: [SlotKey] = []
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<Stack>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<Stack>.fromOpaque(pointer).release() }
      #endif
    }
    return key
  }()

  // Unmanaged: the thread's own slot holds the one retain, from here until the destructor above takes it back at the end
  // of the thread. No other thread reads the slot.
  private static var stack: Stack {
    if let pointer = pthread_getspecific(key) {
      return Unmanaged<Stack>.fromOpaque(pointer).takeUnretainedValue()
    }
    let stack = Stack()
    pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  static var innermost: SlotKey? { stack.waits.last }

  /// How many there are.
  static var depth: Int { stack.waits.count }

  static func push(_ wait: SlotKey) { stack.waits.append(wait) }

  static func pop() { stack.waits.removeLast() }
}
