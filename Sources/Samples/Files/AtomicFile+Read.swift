import Foundation

extension AtomicFile {
  /// Reads the whole file, of at most `limit` bytes. A larger file is an error, which is found before it fills the
  /// memory.
  mutating func read(limit: Int) throws(FileError) -> Data {
    let target = try FileTarget(resolving: path, in: fileSystem)
    guard let status = target.status else {
      throw FileError(reason: .notFound, operation: .open, path: path, code: ENOENT)
    }
    // Check before opening the file: opening a device can have an effect.
    try checkRegular(status, during: .open)
    let file = try attempt(.open, on: .file) { () throws(SystemError) in
      try fileSystem.openFile(at: target.path)
    }
    // Reading loses no data, so an error on closing is ignored.
    defer { try? fileSystem.close(file) }
    // Check again, on the open file: another file may have taken its place.
    let opened = try attempt(.open, on: .file) { () throws(SystemError) in try fileSystem.status(of: file) }
    try checkRegular(opened, during: .open)
    guard opened.size <= Int64(limit) else { throw tooLarge }
    let data = try readAll(file, limit: limit, expected: Int(opened.size))
    // Keep the earlier version: a write during the read makes the file another version.
    lastSeen = opened.version
    return data
  }

  private func readAll(_ file: Int32, limit: Int, expected: Int) throws(FileError) -> Data {
    var data = Data()
    data.reserveCapacity(expected)
    var buffer = [UInt8](repeating: 0, count: min(max(expected + 1, 4096), 1 << 20))
    while true {
      let count = try attempt(.read, on: .file) { () throws(SystemError) in
        try buffer.withUnsafeMutableBytes { bytes in
          Result { () throws(SystemError) in try fileSystem.read(from: file, into: bytes) }
        }.get()
      }
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
      // The file may have grown since its size was read.
      guard data.count <= limit else { throw tooLarge }
    }
  }

  private var tooLarge: FileError {
    FileError(reason: .tooLarge, operation: .read, path: path, code: EFBIG)
  }
}

// MARK: - Shared by reading and writing

extension AtomicFile {
  func checkRegular(_ status: FileStatus, during operation: FileError.Operation) throws(FileError) {
    switch status.kind {
    case .regular: return
    case .folder: throw FileError(reason: .isFolder, operation: operation, path: path, code: EISDIR)
    case .link: throw FileError(reason: .linkLoop, operation: operation, path: path, code: ELOOP)
    case .special: throw FileError(reason: .isSpecialFile, operation: operation, path: path, code: ENXIO)
    }
  }

  /// Makes a system call, repeats it when a signal interrupts it, and converts its error.
  func attempt<Output>(
    _ operation: FileError.Operation, on subject: FileError.Reason.Subject,
    _ call: () throws(SystemError) -> Output
  ) throws(FileError) -> Output {
    while true {
      do throws(SystemError) {
        return try call()
      } catch  where error.code == EINTR {
        continue
      } catch {
        throw FileError(error, during: operation, path: path, subject: subject)
      }
    }
  }

  /// Makes a system call that must not be repeated, and converts its error.
  func attemptOnce(
    _ operation: FileError.Operation, on subject: FileError.Reason.Subject, _ call: () throws(SystemError) -> Void
  ) throws(FileError) {
    do throws(SystemError) {
      try call()
    } catch {
      throw FileError(error, during: operation, path: path, subject: subject)
    }
  }
}

extension FileError {
  init(_ error: SystemError, during operation: Operation, path: String, subject: Reason.Subject) {
    self.init(
      reason: Reason(code: error.code, subject: subject), operation: operation, path: path, code: error.code)
  }
}
