import Foundation

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

/// Finds out whether the calling thread is the main thread, and keeps the answer for each thread.
///
/// On Linux, Foundation makes two kernel calls for each answer.
enum MainThread {
  #if canImport(Darwin)
    static var isCurrent: Bool { Thread.isMainThread }
  #else
    private static let slot = ThreadSlot()

    static var isCurrent: Bool {
      guard let slot else { return Thread.isMainThread }
      if let known = slot.word { return UInt(bitPattern: known) == 1 }
      let isMain = Thread.isMainThread
      slot.word = UnsafeMutableRawPointer(bitPattern: isMain ? 1 : 2)
      return isMain
    }
  #endif
}
