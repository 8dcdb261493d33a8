import Foundation

#if canImport(Darwin)
  import Darwin
  private let systemRead = Darwin.read
  private let systemWrite = Darwin.write
  private let systemClose = Darwin.close
#elseif canImport(Musl)
  import Musl
  private let systemRead = Musl.read
  private let systemWrite = Musl.write
  private let systemClose = Musl.close
#else
  import Glibc
  private let systemRead = Glibc.read
  private let systemWrite = Glibc.write
  private let systemClose = Glibc.close
#endif

/// The real file system. Every descriptor that it opens is closed on `exec`.
struct POSIXFileSystem: FileSystem {
  func linkStatus(at path: String) throws(SystemError) -> FileStatus {
    var record = stat()
    guard lstat(path, &record) == 0 else { throw .last }
    return FileStatus(record)
  }

  func linkDestination(at path: String) throws(SystemError) -> String {
    try withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { (buffer) throws(SystemError) in
      guard let start = buffer.baseAddress else { throw SystemError(code: ENOMEM) }
      let count = readlink(path, start, buffer.count)
      guard count >= 0 else { throw .last }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  func checkWritable(at path: String) throws(SystemError) {
    guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw .last }
  }

  func names(inFolderAt path: String) throws(SystemError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw SystemError(code: EIO)
    }
  }

  func openFolder(at path: String) throws(SystemError) -> Int32 {
    try descriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  func openFile(at path: String) throws(SystemError) -> Int32 {
    try descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
  }

  func createFile(named name: String, in folder: Int32, permissions: UInt32) throws(SystemError) -> Int32 {
    try descriptor(openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions)))
  }

  func status(of file: Int32) throws(SystemError) -> FileStatus {
    var record = stat()
    guard fstat(file, &record) == 0 else { throw .last }
    return FileStatus(record)
  }

  func read(from file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = systemRead(file, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw .last }
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) -> Int {
    let count = systemWrite(file, bytes.baseAddress, bytes.count)
    guard count >= 0 else { throw .last }
    return count
  }

  func setPermissions(_ permissions: UInt32, of file: Int32) throws(SystemError) {
    guard fchmod(file, mode_t(permissions)) == 0 else { throw .last }
  }

  func synchronize(_ file: Int32) throws(SystemError) {
    #if canImport(Darwin)
      // On this platform, `fsync` leaves the data in the drive's cache. Not every volume supports the stronger call.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
      guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { throw .last }
    #endif
    guard fsync(file) == 0 else { throw .last }
  }

  func close(_ file: Int32) throws(SystemError) {
    guard systemClose(file) == 0 else { throw .last }
  }

  func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    guard renameat(folder, name, folder, newName) == 0 else { throw .last }
  }

  func remove(_ name: String, in folder: Int32) throws(SystemError) {
    guard unlinkat(folder, name, 0) == 0 else { throw .last }
  }

  func isRunning(process: Int32) -> Bool {
    kill(process, 0) == 0 || errno != ESRCH
  }

  private func descriptor(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw .last }
    return result
  }
}

extension FileStatus {
  init(_ record: stat) {
    let kind: Kind =
      switch mode_t(record.st_mode) & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .regular
      case mode_t(S_IFDIR): .folder
      case mode_t(S_IFLNK): .link
      default: .special
      }
    self.init(
      kind: kind, permissions: UInt32(record.st_mode) & 0o777, size: Int64(record.st_size),
      version: FileVersion(record))
  }
}

extension FileVersion {
  fileprivate init(_ record: stat) {
    #if canImport(Darwin)
      let written = record.st_mtimespec
    #else
      let written = record.st_mtim
    #endif
    self.init(
      volume: UInt64(truncatingIfNeeded: record.st_dev), number: UInt64(record.st_ino), size: Int64(record.st_size),
      seconds: Int64(written.tv_sec), nanoseconds: Int64(written.tv_nsec))
  }
}
