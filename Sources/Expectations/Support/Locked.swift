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

/// A value that is reached only under a lock: the one lock type of the package. A copy is the same lock and the same
/// value.
///
/// Decide under the lock, act outside it: a body calls nothing that belongs to a user, wakes nothing, records nothing,
/// and releases nothing whose `deinit` could. `Synchronization.Mutex` would do, but needs macOS 15.
struct Locked<Value>: @unchecked Sendable {
  // Sendable: the value is touched only while the lock is held. The compiler does not check what a body returns: where
  // `Value` is not `Sendable`, nothing of it that can still change may be returned.

  /// The lock, and the value next to it: who comes after a long sleep finds both with one look at memory.
  private final class Storage: ManagedBuffer<Primitive, Value> {
    deinit {
      withUnsafeMutablePointers { primitive, value in
        #if !canImport(Darwin)
          pthread_mutex_destroy(primitive)
        #endif
        _ = value.deinitialize(count: 1)
      }
    }
  }

  private let storage: ManagedBuffer<Primitive, Value>

  init(_ value: sending Value) {
    storage = Storage.create(minimumCapacity: 1) { _ in Primitive() }
    storage.withUnsafeMutablePointers { primitive, element in
      #if !canImport(Darwin)
        pthread_mutex_init(primitive, nil)
      #endif
      element.initialize(to: value)
    }
  }

  @inline(__always)
  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { primitive, value throws(Failure) in
      #if canImport(Darwin)
        os_unfair_lock_lock(primitive)
        defer { os_unfair_lock_unlock(primitive) }
      #else
        pthread_mutex_lock(primitive)
        defer { pthread_mutex_unlock(primitive) }
      #endif
      return try body(&value.pointee)
    }
  }
}
