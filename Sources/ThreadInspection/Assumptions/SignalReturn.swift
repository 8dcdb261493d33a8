/// The code to which a signal handler returns: it is not called, so no call stands before it.
///
/// Assumption: it is `mov rax, 15; syscall`, which is the system call that ends a handler.
/// Check: the bytes must be these.
/// If false: a stack ends at a handler, not complete.
/// Remove when: never; this is the convention of the kernel for x86_64.
enum SignalReturn {
  private static let code: [UInt8] = [0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05]

  /// The number of bytes that suffice.
  static var length: Int { code.count }

  static func isThere(_ bytes: [UInt8]) -> Bool { bytes == code }
}
