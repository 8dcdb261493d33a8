import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is replaced as a whole: a reader always finds either the old content or the new content, even after a
/// power failure.
///
/// A write puts the content into a temporary file in the same folder, forces it to the device, renames it over the old
/// file, and forces the folder to the device as well. It follows symbolic links and keeps permissions; the user who
/// writes the file becomes its owner. A process that is killed leaves its temporary file, `.saving-…`, behind.
///
/// The value remembers which version of the file it last read or wrote, and does not replace another version unless the
/// caller says so. The exception is the instant between its last check and its rename: no system call closes that gap.
///
/// One value reads or writes one file at a time: the caller uses it on a serial queue.
struct DurableFile: Sendable {
  /// Identifies a version of a file. A replaced file has another number, and a written file has another time.
  private struct Version: Equatable {
    var volume: UInt64
    var number: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int

    init(_ status: stat) {
      #if canImport(Darwin)
        let written = status.st_mtimespec
      #else
        let written = status.st_mtim
      #endif
      volume = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(status.st_ino)
      size = Int64(status.st_size)
      (seconds, nanoseconds) = (Int(written.tv_sec), Int(written.tv_nsec))
    }
  }

  let path: String
  private let onStep: FileStep.Hook
  /// The version that was last read or written.
  private var lastSeen: Version?

  init(path: String, onStep: @escaping FileStep.Hook = FileStep.goesOn) {
    self.path = path
    self.onStep = onStep
  }

  // MARK: Reading

  /// Reads the whole file. A file of more than `limit` bytes is an error, which is found before it fills the memory.
  mutating func read(limit: Int) throws(FileError) -> Data {
    try checkPath()
    // Opening does not wait for the other end of a pipe.
    let file = try take(.open) { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    // Reading loses no data, so an error on closing is ignored.
    defer { _ = close(file) }
    let status = try regular(try status(of: file))
    guard status.st_size <= limit else { throw error(.read, EFBIG) }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: min(Int(status.st_size) + 1, 1 << 20))
    while true {
      let count = try take(.read) {
        Int32(buffer.withUnsafeMutableBytes { systemRead(file, $0.baseAddress, $0.count) })
      }
      guard count > 0 else { break }
      data.append(contentsOf: buffer[..<Int(count)])
      // The file may have grown since its size was read.
      guard data.count <= limit else { throw error(.read, EFBIG) }
    }
    // This is the version before reading: a write during the read makes the file another version.
    lastSeen = Version(status)
    return data
  }

  // MARK: Writing

  /// Replaces the file with one that holds `data`, or creates it. Returns when the file will survive a loss of power.
  ///
  /// A new file gets the permissions that the process's mask allows; a file that was removed is created again. When
  /// this function throws, it has removed the temporary file, and the old file is intact. Only if the very last step
  /// fails is the new file already in place, but it might not survive a loss of power.
  ///
  /// - Parameter overwriting: Whether to replace a version that this value has not read or written. If false, that
  ///   version is left alone, and the step that fails is `compare`.
  mutating func write(_ data: Data, overwriting: Bool) throws(FileError) {
    try checkPath()
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let folder = target.deletingLastPathComponent()
    let old = try statusOfTarget(target)
    if old != nil { _ = try take(.examine) { faccessat(AT_FDCWD, target.path, W_OK, AT_EACCESS) } }
    if !overwriting { try checkLastSeen(old) }
    let temporary = folder.appendingPathComponent(".saving-\(UUID().uuidString)").path
    let file = try take(.create) {
      open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old == nil ? 0o666 : 0o600)
    }
    do throws(FileError) {
      let version = try fill(file, with: data, permissions: old?.st_mode)
      // Compare again, as close to the rename as possible: writing takes time.
      if !overwriting { try checkLastSeen(try statusOfTarget(target)) }
      _ = try take(.rename) { rename(temporary, target.path) }
      lastSeen = version
    } catch {
      unlink(temporary)
      throw error
    }
    try synchronize(folder: folder.path)
  }

  /// The status of the file to replace; nil if there is none.
  private func statusOfTarget(_ target: URL) throws(FileError) -> stat? {
    var status = stat()
    do throws(FileError) {
      _ = try take(.examine) { stat(target.path, &status) }
    } catch  where error.code == ENOENT {
      return nil
    }
    return try regular(status)
  }

  private func checkLastSeen(_ status: stat?) throws(FileError) {
    let isOther = if let status, let lastSeen { Version(status) != lastSeen } else { false }
    _ = try take(.compare) { 0 }
    if isOther { throw error(.compare, ESTALE) }
  }

  /// Writes the file, forces it to the device, and closes it; closes it on every path. Returns its new version.
  private func fill(_ file: Int32, with data: Data, permissions: mode_t?) throws(FileError) -> Version {
    let version: Version
    do throws(FileError) {
      var rest = data[...]
      while !rest.isEmpty {
        // A write may take only a part of the bytes. One of a limited size is repeated for every large file.
        let count = try take(.write) {
          Int32(rest.prefix(1 << 20).withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) })
        }
        guard count > 0 else { throw self.error(.write, EIO) }
        rest = rest.dropFirst(Int(count))
      }
      if let permissions { _ = try take(.setPermissions) { fchmod(file, permissions & 0o777) } }
      _ = try take(.synchronize) { forceToDevice(file) }
      version = Version(try status(of: file))
    } catch {
      _ = close(file)
      throw error
    }
    _ = try take(.close) { close(file) }
    return version
  }

  private func synchronize(folder: String) throws(FileError) {
    do throws(FileError) {
      _ = try take(.synchronizeFolder) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        let result = forceToDevice(descriptor)
        let code = errno
        _ = close(descriptor)
        errno = code
        return result
      }
    } catch  where error.code == EINVAL || error.code == ENOTSUP {
      // The volume does not support this call for folders, so there is no stronger guarantee.
    }
  }

  // MARK: Steps

  /// For the system, a path ends at its first NUL, and would name another file.
  private func checkPath() throws(FileError) {
    if path.isEmpty || path.utf8.contains(0) { throw error(.examine, EINVAL) }
  }

  private func status(of file: Int32) throws(FileError) -> stat {
    var status = stat()
    _ = try take(.examine) { fstat(file, &status) }
    return status
  }

  private func regular(_ status: stat) throws(FileError) -> stat {
    switch mode_t(status.st_mode) & mode_t(S_IFMT) {
    case mode_t(S_IFREG): return status
    case mode_t(S_IFDIR): throw error(.examine, EISDIR)
    default: throw error(.examine, EINVAL)
    }
  }

  /// Makes a system call, and repeats it when a signal interrupts it.
  ///
  /// Forcing data to the device is never repeated: after a failure, the system may have dropped the data and still
  /// report success. Closing is not repeated either: the descriptor is gone, or already belongs to another file.
  private func take(_ step: FileStep, _ call: () -> Int32) throws(FileError) -> Int32 {
    while true {
      let failure = onStep(step)
      let result = failure == 0 ? call() : -1
      guard result < 0 else { return result }
      let code = failure == 0 ? errno : failure
      switch step {
      case .close where code == EINTR: return 0
      case .synchronize, .synchronizeFolder, .close: throw error(step, code)
      default: if code != EINTR { throw error(step, code) }
      }
    }
  }

  private func error(_ step: FileStep, _ code: Int32) -> FileError {
    FileError(step: step, code: code, path: path)
  }
}

/// Returns when the data written to a file, or the renames in a folder, will survive a loss of power.
private func forceToDevice(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    // On this platform, `fsync` leaves the data in the drive's cache. Not every volume supports the stronger call.
    if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { return -1 }
  #endif
  return fsync(file)
}

#if canImport(Darwin)
  private let systemRead = Darwin.read
  private let systemWrite = Darwin.write
#elseif canImport(Musl)
  private let systemRead = Musl.read
  private let systemWrite = Musl.write
#else
  private let systemRead = Glibc.read
  private let systemWrite = Glibc.write
#endif
