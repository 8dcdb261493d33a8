import Foundation

/// A condition variable with its deadline on the monotonic clock: the lower bound for a wait with a timeout.
final class ConditionVariablePeer: BlockingPeer, @unchecked Sendable {
  static let name = "condition variable"
  // Sendable because `isFulfilled` is accessed only while `mutex` is held; the pointers never change.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isFulfilled = false

  init() {
    pthread_mutex_init(mutex, nil)
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

  func fulfill() {
    pthread_mutex_lock(mutex)
    isFulfilled = true
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(condition)
  }

  func wait() {
    pthread_mutex_lock(mutex)
    while !isFulfilled {
      #if canImport(Darwin)
        var interval = timespec(tv_sec: Int(WaitLimit.seconds), tv_nsec: 0)
        pthread_cond_timedwait_relative_np(condition, mutex, &interval)
      #else
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += Int(WaitLimit.seconds)
        pthread_cond_timedwait(condition, mutex, &deadline)
      #endif
    }
    pthread_mutex_unlock(mutex)
  }
}
