import Foundation

#if os(Linux)
  /// Reads the memory of this process through a file of the kernel, so that an address that is not mapped, or whose
  /// file is shorter by now, is a failed read instead of a signal.
  final class ProcessMemory: MemorySource, Sendable {
    /// The open file. It shows the memory of the process that opened it: a forked child must open its own.
    let file: CInt

    /// Returns nil when the process may not read itself.
    init?() {
      file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
    }

    deinit { close(file) }

    func bytes(at address: UInt64, count: Int) -> [UInt8] {
      guard count > 0, address <= UInt64(Int64.max) else { return [] }
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = read(into: UnsafeMutableRawBufferPointer(buffer), at: address)
      }
    }

    /// Copies memory into a buffer and returns the number of bytes copied.
    func read(into buffer: UnsafeMutableRawBufferPointer, at address: UInt64) -> Int {
      guard address <= UInt64(Int64.max) else { return 0 }
      while true {
        let count = pread(file, buffer.baseAddress, buffer.count, off_t(address))
        guard count < 0, errno == EINTR else { return max(0, count) }
      }
    }
  }
#endif
