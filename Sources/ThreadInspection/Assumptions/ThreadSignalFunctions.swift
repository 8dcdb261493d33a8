#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation

  /// Three functions of the C library that Swift does not import.
  ///
  /// Assumption: the library has `gettid`, `tgkill` and `sem_clockwait` (glibc 2.30 and later), and the first may be
  /// called in a signal handler.
  /// Check: they are looked up by name, and `gettid` must tell the number of a thread of this process.
  /// If false: running threads "could not be read".
  /// Remove when: Swift imports them.
  struct ThreadSignalFunctions: Sendable {
    let ownThread: @Sendable @convention(c) () -> Int32
    let send: @Sendable @convention(c) (Int32, Int32, CInt) -> CInt
    let wait: @Sendable @convention(c) (UnsafeMutablePointer<sem_t>, clockid_t, UnsafePointer<timespec>) -> CInt

    static let shared = ThreadSignalFunctions()

    private init?() {
      guard let ownThread = dlsym(nil, "gettid"), let send = dlsym(nil, "tgkill"),
        let wait = dlsym(nil, "sem_clockwait")
      else { return nil }
      self.ownThread = unsafeBitCast(ownThread, to: (@Sendable @convention(c) () -> Int32).self)
      self.send = unsafeBitCast(send, to: (@Sendable @convention(c) (Int32, Int32, CInt) -> CInt).self)
      self.wait = unsafeBitCast(
        wait,
        to: (@Sendable @convention(c) (UnsafeMutablePointer<sem_t>, clockid_t, UnsafePointer<timespec>) -> CInt).self)
    }
  }
#endif
