import Foundation

#if os(Linux)
  /// Reads small files of `/proc` with little overhead.
  enum SystemFile {
    /// Returns the first `length` bytes of a file as text.
    static func text(of path: String, upTo length: Int = 512) -> String? {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      return withUnsafeTemporaryAllocation(byteCount: length, alignment: 1) { buffer in
        let count = read(file, buffer.baseAddress, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
      }
    }

    /// Returns the names in a folder, except those that begin with a dot.
    static func names(in folder: String) -> [String] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
      }
      return names
    }

    static var process: String { "\(getpid())" }
    /// The number of the calling thread.
    static var ownThread: String? {
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
        let target = buffer.bindMemory(to: CChar.self)
        let count = readlink("/proc/thread-self", target.baseAddress!, target.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "/").last.map(String.init)
      }
    }
  }
#endif
