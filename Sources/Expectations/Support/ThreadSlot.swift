import Foundation

/// A word of storage that each thread has for itself, initially nil. No other thread reads it.
struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  /// Returns nil when the process has no thread-specific keys left.
  init?() {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { return nil }
    self.key = key
  }

  var word: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

/// A reference that each thread holds for itself, initially nil. No other thread reads it. The end of the thread
/// releases it.
struct ThreadReference<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  /// Returns nil when the process has no thread-specific keys left.
  init?() {
    var key = pthread_key_t()
    let error = pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
      #endif
    }
    guard error == 0 else { return nil }
    self.key = key
  }

  var value: Object? {
    // Unmanaged: the slot holds one retain. The destructor above balances it.
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the reference of a thread that has none.
  func set(_ object: Object) { pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque()) }
}
