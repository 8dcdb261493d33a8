import Foundation

/// A semaphore for one waiting thread.
///
/// On Linux, it is the POSIX semaphore, which the semaphore of Dispatch uses. Darwin has only the semaphore of
/// Dispatch.
struct Semaphore: ~Copyable, @unchecked Sendable {
  // Sendable: several threads may use a semaphore at once, and the stored reference never changes.
  #if canImport(Darwin)
    private let semaphore = DispatchSemaphore(value: 0)

    /// Whether `wait` would return at once. Only the waiting thread may read it.
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

    /// Whether `wait` would return at once. Only the waiting thread may read it.
    var isRaised: Bool {
      var value: CInt = 0
      sem_getvalue(semaphore, &value)
      return value > 0
    }

    func raise() { sem_post(semaphore) }

    func wait() {
      // A signal can interrupt the call, so try again.
      while sem_wait(semaphore) != 0 {}
    }
  #endif
}
