#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A word that every thread has for itself, nil at first. No other thread reads it.
struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  /// nil when the process has no keys left.
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
