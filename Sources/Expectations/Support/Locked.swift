#if canImport(Darwin)
  import Darwin
  private typealias Primitive = os_unfair_lock_s
#elseif canImport(Glibc)
  import Glibc
  private typealias Primitive = pthread_mutex_t
#elseif canImport(Musl)
  import Musl
  private typealias Primitive = pthread_mutex_t
#elseif canImport(Android)
  import Android
  private typealias Primitive = pthread_mutex_t
#endif

/// A value that is reached only under a lock: the one lock type of the package.
///
/// Decide under the lock, act outside it: a body calls nothing that belongs to a user, wakes nobody, records nothing,
/// and releases nothing whose `deinit` could. `Synchronization.Mutex` would do, but needs macOS 15.
final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is touched only while `primitive` is held. The compiler does not check what a body returns: where
  // `Value` is not `Sendable`, nothing of it that can still change may be returned.
  private struct Storage {
    var primitive = Primitive()
    var value: Value
  }

  // In memory of its own: a variable of the object would be guarded against overlapping accesses once more.
  private let storage: UnsafeMutablePointer<Storage>
  private let primitive: UnsafeMutablePointer<Primitive>

  init(_ value: sending Value) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: Storage(value: value))
    primitive = storage.pointer(to: \.primitive)!
    #if !canImport(Darwin)
      pthread_mutex_init(primitive, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(primitive)
    #endif
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  @inline(__always)
  func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    #if canImport(Darwin)
      os_unfair_lock_lock(primitive)
      defer { os_unfair_lock_unlock(primitive) }
    #else
      pthread_mutex_lock(primitive)
      defer { pthread_mutex_unlock(primitive) }
    #endif
    return try body(&storage.pointee.value)
  }
}
