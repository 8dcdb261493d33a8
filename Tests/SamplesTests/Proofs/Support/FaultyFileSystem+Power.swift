import Foundation

/// A device that keeps only what was forced to it: the effects of a loss of power.
extension FaultyFileSystem {
  struct Unsynchronized {
    /// The files whose content was not forced to the device: their current locations, by descriptor.
    var files: [Int32: URL] = [:]
    /// The names that a rename changed in a folder that was not forced to the device: the old content, by descriptor of
    /// the folder.
    var names: [Int32: [(url: URL, old: Data?)]] = [:]
  }

  /// Changes the real files to what a device keeps in the worst case: at most a part of content that was not forced to
  /// it, and the old files in folders that were not.
  ///
  /// - Parameter keepsNames: Whether the device happened to keep the renames anyway.
  func losePower(keepsNames: Bool = false) {
    let lost = state.withLock { state in
      defer { state.unsynchronized = Unsynchronized() }
      return state.unsynchronized
    }
    for url in lost.files.values {
      guard let content = try? Data(contentsOf: url) else { continue }
      try? content.prefix(content.count / 2).write(to: url)
    }
    if keepsNames { return }
    for (url, old) in lost.names.values.joined() {
      if let old { try? old.write(to: url) } else { try? FileManager.default.removeItem(at: url) }
    }
  }

  func created(_ name: String, _ file: Int32, in folder: Int32) {
    let url = Self.url(of: folder).appendingPathComponent(name)
    state.withLock { $0.unsynchronized.files[file] = url }
  }

  func synchronized(_ descriptor: Int32) {
    state.withLock { state in
      state.unsynchronized.files[descriptor] = nil
      state.unsynchronized.names[descriptor] = nil
    }
  }

  func contentBefore(renamingTo name: String, in folder: Int32) -> Data? {
    try? Data(contentsOf: Self.url(of: folder).appendingPathComponent(name))
  }

  func renamed(_ name: String, to newName: String, over old: Data?, in folder: Int32) {
    let url = Self.url(of: folder)
    state.withLock { state in
      let moved = state.unsynchronized.files.first { $0.value == url.appendingPathComponent(name) }
      if let moved { state.unsynchronized.files[moved.key] = url.appendingPathComponent(newName) }
      state.unsynchronized.names[folder, default: []].append((url.appendingPathComponent(newName), old))
    }
  }

  private static func url(of folder: Int32) -> URL {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      _ = fcntl(folder, F_GETPATH, &path)
      return URL(fileURLWithPath: path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
    #else
      return URL(fileURLWithPath: "/proc/self/fd/\(folder)").resolvingSymlinksInPath()
    #endif
  }
}

// MARK: - Text for failed tests

extension FaultyFileSystem: CustomStringConvertible {
  var description: String {
    let (calls, failures) = state.withLock { ($0.calls, $0.failures) }
    return calls.enumerated()
      .map { index, call in failures[index + 1].map { "\(call) ✘ \(String(cString: strerror($0)))" } ?? "\(call)" }
      .joined(separator: ", ")
  }
}
