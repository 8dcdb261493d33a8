import Foundation

/// A file that is replaced as a whole: a reader always finds either the old content or the new content, even after a
/// power failure.
///
/// A write puts the content into a temporary file in the same folder, forces it to the device, renames it over the old
/// file, and forces the folder to the device as well. A write follows symbolic links and keeps permissions; the user
/// who writes the file becomes its owner.
///
/// The value remembers which version of the file it last read or wrote, and does not replace another version unless the
/// caller says so. If two values write the same file at once, in one process or in two, the later one notices the
/// earlier one. The exception is the instant between its last check and its rename: no system call closes that gap.
///
/// One value writes one file at a time: the caller uses it on a serial queue.
struct AtomicFile: Sendable {
  /// Which files a write may replace.
  enum Replacing: Equatable, Sendable {
    /// Only the version that this value last read or wrote, if there is one. Another version is left alone, and the
    /// error is `changed`.
    case lastSeen
    case anything
    /// The file must not exist; the error is `exists`.
    case nothing
  }

  let path: String
  let fileSystem: any FileSystem
  let owner: TemporaryOwner
  /// The version that was last read or written.
  var lastSeen: FileVersion?

  init(
    path: String, fileSystem: any FileSystem = POSIXFileSystem(), owner: TemporaryOwner = .unique()
  ) {
    self.path = path
    self.fileSystem = fileSystem
    self.owner = owner
  }

  /// Replaces the file with one that holds `data`, or creates it. Returns when the file will survive a loss of power.
  ///
  /// A new file gets the permissions that the process's mask allows; a file that was removed is created again. When
  /// this function throws, it has removed the temporary file, and the old file is intact. Only if the very last step
  /// fails is the new file already in place, but it might not survive a loss of power.
  mutating func write(_ data: Data, replacing: Replacing = .lastSeen) throws(FileError) {
    let target = try FileTarget(resolving: path, in: fileSystem)
    try checkReplaceable(target)
    try check(target.status, replacing: replacing)
    let folder = try attempt(.open, on: .folder) { () throws(SystemError) in
      try fileSystem.openFolder(at: target.folder)
    }
    // A failure to close the folder loses nothing: the folder was forced to the device before.
    defer { try? fileSystem.close(folder) }
    reclaimStaleTemporaries(of: target, in: folder)
    let temporary = owner.temporaryName(for: target.name)
    let permissions = target.status?.permissions
    let file = try attempt(.create, on: .folder) { () throws(SystemError) in
      try fileSystem.createFile(named: temporary, in: folder, permissions: permissions == nil ? 0o666 : 0o600)
    }
    do throws(FileError) {
      let version = try fill(file, with: data, permissions: permissions)
      // Check again, as close to the rename as possible: writing takes time.
      try check(FileTarget.status(at: target.path, askedFor: path, in: fileSystem), replacing: replacing)
      try attempt(.rename, on: .folder) { () throws(SystemError) in
        try fileSystem.rename(temporary, to: target.name, in: folder)
      }
      lastSeen = version
    } catch {
      try? fileSystem.remove(temporary, in: folder)
      throw error
    }
    try synchronizeFolder(folder)
  }

  /// Removes temporary files left behind by killed writers. Files that cannot be removed stay.
  func removeStaleTemporaries() {
    guard let target = try? FileTarget(resolving: path, in: fileSystem) else { return }
    guard let folder = try? fileSystem.openFolder(at: target.folder) else { return }
    reclaimStaleTemporaries(of: target, in: folder)
    try? fileSystem.close(folder)
  }

  private func checkReplaceable(_ target: FileTarget) throws(FileError) {
    guard let status = target.status else { return }
    try checkRegular(status, during: .resolve)
    try attempt(.open, on: .file) { () throws(SystemError) in try fileSystem.checkWritable(at: target.path) }
  }

  private func check(_ status: FileStatus?, replacing: Replacing) throws(FileError) {
    guard let status else { return }
    switch replacing {
    case .anything: return
    case .lastSeen:
      guard let lastSeen, status.version != lastSeen else { return }
      throw FileError(reason: .changed, operation: .examine, path: path, code: ESTALE)
    case .nothing:
      throw FileError(reason: .exists, operation: .examine, path: path, code: EEXIST)
    }
  }

  /// Writes the file, forces it to the device, and closes it; closes it on every path. Returns its new version.
  private func fill(_ file: Int32, with data: Data, permissions: UInt32?) throws(FileError) -> FileVersion {
    let version: FileVersion
    do throws(FileError) {
      try writeAll(data, to: file)
      if let permissions {
        try attempt(.setPermissions, on: .file) { () throws(SystemError) in
          try fileSystem.setPermissions(permissions, of: file)
        }
      }
      // Never repeat this call for one descriptor: after a failure, the system may have dropped the data and still
      // report success.
      try attemptOnce(.synchronize, on: .file) { () throws(SystemError) in try fileSystem.synchronize(file) }
      version = try attempt(.examine, on: .file) { () throws(SystemError) in try fileSystem.status(of: file) }.version
    } catch {
      try? fileSystem.close(file)
      throw error
    }
    // Never repeat this call either: the descriptor is gone, or already belongs to another file.
    try attemptOnce(.close, on: .file) { () throws(SystemError) in
      do throws(SystemError) {
        try fileSystem.close(file)
      } catch  where error.code == EINTR {
        // The file is closed anyway, and the data is on the device.
      }
    }
    return version
  }

  private func writeAll(_ data: Data, to file: Int32) throws(FileError) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = try attempt(.write, on: .file) { () throws(SystemError) in
        try rest.withUnsafeBytes { bytes in
          Result { () throws(SystemError) in try fileSystem.write(bytes, to: file) }
        }.get()
      }
      guard count > 0 else {
        throw FileError(reason: .deviceFailure, operation: .write, path: path, code: EIO)
      }
      rest = rest.dropFirst(count)
    }
  }

  private func synchronizeFolder(_ folder: Int32) throws(FileError) {
    try attemptOnce(.synchronizeFolder, on: .folder) { () throws(SystemError) in
      do throws(SystemError) {
        try fileSystem.synchronize(folder)
      } catch  where error.code == EINVAL || error.code == ENOTSUP {
        // The volume does not support this call for folders, so there is no stronger guarantee.
      }
    }
  }

  private func reclaimStaleTemporaries(of target: FileTarget, in folder: Int32) {
    guard let names = try? fileSystem.names(inFolderAt: target.folder) else { return }
    for name in names {
      guard let other = TemporaryOwner.owner(of: name, for: target.name) else { continue }
      if owner.outlives(other, in: fileSystem) { try? fileSystem.remove(name, in: folder) }
    }
  }
}
