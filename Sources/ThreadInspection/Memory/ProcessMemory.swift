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

/// Bytes by address: the memory of this process, or recorded bytes in a test.
protocol MemorySource {
  /// Returns the bytes from an address on: all of them, fewer, or none where the memory cannot be read.
  func bytes(at address: UInt64, count: Int) -> [UInt8]
}

extension MemorySource {
  /// Returns the integer at an address, or nil when it cannot be read whole.
  func integer<Value: FixedWidthInteger & BitwiseCopyable>(at address: UInt64, as type: Value.Type) -> Value? {
    var reader = ByteReader(bytes(at: address, count: MemoryLayout<Value>.size))
    return try? reader.integer()
  }

  func word(at address: UInt64) -> UInt64? { integer(at: address, as: UInt64.self) }
}

#if os(Linux)
  /// Reads files of `/proc`.
  package enum SystemFile {
    /// Returns all bytes of a file, or nil when it cannot be read.
    static func bytes(of path: String, first capacity: Int = 4096) -> [UInt8]? {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: capacity))
      while true {
        let count = read(file, &part, capacity)
        guard count > 0 else { return count == 0 ? bytes : nil }
        bytes += part[..<count]
      }
    }

    /// Returns a file as text, without the line feed at its end.
    package static func text(of path: String) -> String? {
      guard var bytes = bytes(of: path, first: 512) else { return nil }
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the numbers that are names in a folder.
    package static func numbers(in folder: String) -> [Int32]? {
      guard let stream = opendir(folder) else { return nil }
      defer { closedir(stream) }
      var numbers: [Int32] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = Int32(name) { numbers.append(number) }
      }
      return numbers
    }
  }
#endif
