import Foundation

extension AtomicFile {
  /// Reads the whole file, of at most `limit` bytes; a larger one is an error, found before it fills the memory.
  mutating func read(limit: Int) throws(FileError) -> Data {
    let target = try FileTarget(resolving: path, in: fileSystem)
    guard let status = target.status else {
      throw FileError(reason: .notFound, operation: .open, path: path, code: ENOENT)
    }
    // Before it is opened: to open a device can be to use it.
    try checkRegular(status, during: .open)
    let file = try attempt(.open, on: .file) { () throws(SystemError) in
      try fileSystem.openFile(at: target.path)
    }
    // Nothing was written that could be lost.
    defer { try? fileSystem.close(file) }
    // Again, of the file that was opened: another may have taken its place since.
    let opened = try attempt(.open, on: .file) { () throws(SystemError) in try fileSystem.status(of: file) }
    try checkRegular(opened, during: .open)
    guard opened.size <= Int64(limit) else { throw tooLarge }
    let data = try readAll(file, limit: limit, expected: Int(opened.size))
    // As it was before: what was written to it while it was read makes it another.
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
      // It may have grown since its size was asked for.
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

  /// Makes a system call, again whenever a signal interrupts it, and names its error.
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

  /// Makes a system call that must not be made again, and names its error.
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
