package import Foundation

#if canImport(Darwin)
  package typealias LockPrimitive = os_unfair_lock_s
#else
  package typealias LockPrimitive = pthread_mutex_t
#endif

/// A value that code can access only while it holds a lock. A copy shares the lock and the value.
///
/// This is the only lock type of the package. Decide under the lock and act outside it. A body must not call user code,
/// wake a waiter, record a problem, or release an object whose `deinit` could do so. `Synchronization.Mutex` would also
/// work, but needs macOS 15.
package struct Locked<Value>: @unchecked Sendable {
  // Sendable: code accesses the value only while it holds the lock. The compiler does not check what a body returns. If
  // `Value` is not `Sendable`, a body must not return any part of it that can still change.

  /// The lock with the value beside it. A thread that wakes from a long sleep finds both with one memory access.
  @usableFromInline
  final class Storage: ManagedBuffer<LockPrimitive, Value> {
    @inlinable
    deinit {
      withUnsafeMutablePointers { primitive, value in
        #if !canImport(Darwin)
          pthread_mutex_destroy(primitive)
        #endif
        _ = value.deinitialize(count: 1)
      }
    }
  }

  @usableFromInline
  let storage: ManagedBuffer<LockPrimitive, Value>

  @inlinable
  package init(_ value: sending Value) {
    storage = Storage.create(minimumCapacity: 1) { _ in LockPrimitive() }
    storage.withUnsafeMutablePointers { primitive, element in
      #if !canImport(Darwin)
        pthread_mutex_init(primitive, nil)
      #endif
      element.initialize(to: value)
    }
  }

  @inlinable
  @inline(__always)
  package func withLock<Result, Failure: Error>(
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

/// A pointer in thread-local storage, initially nil.
package struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  /// Returns nil when the process has no thread-specific keys left.
  ///
  /// - Parameter ownsObjects: Whether each pointer is a reference to an object, which the end of the thread releases.
  package init?(ownsObjects: Bool = false) {
    var key = pthread_key_t()
    let error =
      if ownsObjects {
        pthread_key_create(&key) { pointer in
          #if canImport(Darwin)
            Unmanaged<AnyObject>.fromOpaque(pointer).release()
          #else
            if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
          #endif
        }
      } else {
        pthread_key_create(&key, nil)
      }
    guard error == 0 else { return nil }
    self.key = key
  }

  package var word: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
