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
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    static var isCurrent: Bool {
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
