import Foundation

#if os(Linux)
  /// Reads files of `/proc`.
  package enum SystemFile {
    /// Returns all bytes of a file, or nil when it cannot be read.
    static func bytes(of path: String, first capacity: Int = 4096) -> [UInt8]? {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes: [UInt8] = []
      var capacity = capacity
      while true {
        guard let part = part(of: file, count: capacity) else { return nil }
        if part.isEmpty { return bytes }
        bytes.append(contentsOf: part)
        // A later part is larger, because a long file takes many reads otherwise.
        capacity = max(capacity, 1 << 16)
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

    /// The number of the calling thread.
    package static var ownThread: Int32? {
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
        let target = buffer.bindMemory(to: CChar.self)
        let count = readlink("/proc/thread-self", target.baseAddress!, target.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "/").last.flatMap { Int32($0) }
      }
    }

    private static func part(of file: CInt, count: Int) -> [UInt8]? {
      var failed = false
      let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let count = read(file, buffer.baseAddress, buffer.count)
        failed = count < 0
        filled = max(0, count)
      }
      return failed ? nil : part
    }
  }
#endif
