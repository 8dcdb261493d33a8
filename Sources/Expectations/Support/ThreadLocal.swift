import Foundation

/// A pointer in thread-local storage, initially nil.
package struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  /// Returns nil when the process has no thread-specific keys left.
  package init?() {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { return nil }
    self.key = key
  }

  package var word: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

/// A reference in thread-local storage, initially nil. The end of the thread releases it.
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
    // Unmanaged: the slot owns one reference, which the destructor above releases.
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the reference of a thread that has none.
  func set(_ object: Object) { pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque()) }
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
