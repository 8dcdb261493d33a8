#if canImport(Darwin)
  import Dispatch
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A semaphore for one thread that waits. On Linux the one of POSIX, on which Dispatch builds its own; Darwin has only
/// that.
struct Semaphore: ~Copyable, @unchecked Sendable {
  // Sendable: a semaphore is made to be used by several threads, and the pointer never changes.
  #if canImport(Darwin)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Whether `wait` would return at once. Only for the thread that waits.
    var isRaised: Bool {
      guard semaphore.wait(timeout: .now()) == .success else { return false }
      semaphore.signal()
      return true
    }

    func raise() { semaphore.signal() }

    func wait() { semaphore.wait() }
  #else
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
      semaphore = .allocate(capacity: 1)
      semaphore.initialize(to: sem_t())
      sem_init(semaphore, 0, 0)
    }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }

    /// Whether `wait` would return at once. Only for the thread that waits.
    var isRaised: Bool {
      var value: CInt = 0
      sem_getvalue(semaphore, &value)
      return value > 0
    }

    func raise() { sem_post(semaphore) }

    func wait() {
      // Again after a signal.
      while sem_wait(semaphore) != 0 {}
    }
  #endif
}
