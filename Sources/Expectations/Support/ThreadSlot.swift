#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

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
