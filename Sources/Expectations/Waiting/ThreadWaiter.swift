#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Parks a thread on a condition variable of the monotonic clock.
///
/// `DispatchSemaphore` and `NSCondition` time their waits by the wall clock on Linux, which somebody may set.
final class ThreadWaiter: Waiter, @unchecked Sendable {
  // Sendable: `granted` is touched only while `mutex` is held; the pointers never change.
  private var granted = false
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Whether there is a permit.
  var isGranted: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return granted
  }

  /// Sleeps until there is a permit, or until the monotonic clock has passed `instant`. Returns whether there is one.
  @discardableResult
  func park(until instant: Instant) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    // A loop, because a condition variable may wake for nothing.
    while !granted {
      if instant == .never {
        pthread_cond_wait(condition, mutex)
      } else if !sleepOnce(until: instant) {
        return false
      }
    }
    return true
  }

  /// Returns false once the instant has passed.
  private func sleepOnce(until instant: Instant) -> Bool {
    #if canImport(Darwin)
      let left = instant.since(MonotonicClock.now())
      guard left > 0 else { return false }
      var interval = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
      pthread_cond_timedwait_relative_np(condition, mutex, &interval)
      return true
    #else
      var time = timespec()
      time.tv_sec = time_t(instant.nanoseconds / 1_000_000_000)
      time.tv_nsec = numericCast(instant.nanoseconds % 1_000_000_000)
      return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
    #endif
  }

  func unpark() {
    pthread_mutex_lock(mutex)
    granted = true
    pthread_mutex_unlock(mutex)
    // After unlocking, so that the woken thread does not run into the mutex.
    pthread_cond_signal(condition)
  }
}
