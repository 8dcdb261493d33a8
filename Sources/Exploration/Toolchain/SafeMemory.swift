import Foundation

/// Reads memory of this process that may be gone.
///
/// Assumption: the kernel copies memory of the own process with `process_vm_readv`, and refuses what is not there.
/// Check: at each read, by the number of bytes.
/// If false: a stuck task shows no line.
/// Remove when: the runtime tells where a task is suspended.
enum SafeMemory {
  private typealias Read =
    @Sendable @convention(c) (Int32, UnsafeRawPointer, UInt, UnsafeRawPointer, UInt, UInt) -> Int

  private static let readWords = RuntimeSymbol.address("process_vm_readv").map { unsafeBitCast($0, to: Read.self) }

  /// Returns the words from an address on; nil if they are not there.
  static func words(at address: UInt, count: Int) -> [UInt]? {
    #if os(Linux)
      guard let readWords else { return nil }
      var words = [UInt](repeating: 0, count: count)
      let size = count * MemoryLayout<UInt>.size
      let read = words.withUnsafeMutableBytes { buffer in
        var local = iovec(iov_base: buffer.baseAddress, iov_len: size)
        var remote = iovec(iov_base: UnsafeMutableRawPointer(bitPattern: address), iov_len: size)
        return readWords(getpid(), &local, 1, &remote, 1, 0)
      }
      return read == size ? words : nil
    #else
      return nil
    #endif
  }
}
