import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Whether the calling thread is the main one, asked for once a thread: on Linux, Foundation asks the kernel, and that
/// twice.
enum MainThread {
  #if canImport(Darwin)
    static var isCurrent: Bool { Thread.isMainThread }
  #else
    /// nil when a process has no keys left.
    private static let key: pthread_key_t? = {
      var key = pthread_key_t()
      return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    static var isCurrent: Bool {
      guard let key else { return Thread.isMainThread }
      switch UInt(bitPattern: pthread_getspecific(key)) {
      case Note.isMain: return true
      case Note.isOther: return false
      default:
        let isMain = Thread.isMainThread
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: isMain ? Note.isMain : Note.isOther))
        return isMain
      }
    }

    /// What a thread keeps under the key.
    private enum Note {
      static let isMain: UInt = 1
      static let isOther: UInt = 2
    }
  #endif
}
