import Foundation

/// A file that is replaced as a whole: a reader always finds, also after a power failure, the old content or the
/// new.
///
/// The content goes to a temporary file in the same folder, is forced to the device, takes the place of the old file by
/// a rename, and the folder is forced to the device too. Symbolic links are written through and permissions are kept;
/// the owner of the file becomes the user who writes it.
///
/// It remembers which version of the file it read or wrote last, and does not replace another unless it is told to. Of
/// two values that write the same file at once, here or in two processes, the later one sees what the earlier one did,
/// but for the instant between its last look and its rename, in which no system call leaves out the earlier one.
///
/// One value writes one file at a time: its user calls it on a serial queue.
struct AtomicFile: Sendable {
  /// What a write may replace.
  enum Replacing: Equatable, Sendable {
    /// Only what this value read or wrote last, if it did: another version is left alone, and the error is `changed`.
    case lastSeen
    case anything
    /// The file must not exist; the error is `exists`.
    case nothing
  }

  let path: String
  let fileSystem: any FileSystem
  let owner: TemporaryOwner
  /// The version that was read or written last.
  var lastSeen: FileVersion?

  init(
    path: String, fileSystem: any FileSystem = POSIXFileSystem(), owner: TemporaryOwner = .unique()
  ) {
    self.path = path
    self.fileSystem = fileSystem
    self.owner = owner
  }

  /// Replaces the file by one that holds `data`, or creates it; returns when it will survive a loss of power.
  ///
  /// A new file gets the permissions that the process's mask leaves; one that was removed meanwhile is created again.
  /// When this throws, the temporary file is gone and the old file is whole; only if the very last step failed is the
  /// new file in its place, without that promise.
  mutating func write(_ data: Data, replacing: Replacing = .lastSeen) throws(FileError) {
    let target = try FileTarget(resolving: path, in: fileSystem)
    try checkReplaceable(target)
    try check(target.status, replacing: replacing)
    let folder = try attempt(.open, on: .folder) { () throws(SystemError) in
      try fileSystem.openFolder(at: target.folder)
    }
    // Nothing is lost with a folder that does not close: it was forced to the device before.
    defer { try? fileSystem.close(folder) }
    reclaimStaleTemporaries(of: target, in: folder)
    let temporary = owner.temporaryName(for: target.name)
    let permissions = target.status?.permissions
    let file = try attempt(.create, on: .folder) { () throws(SystemError) in
      try fileSystem.createFile(named: temporary, in: folder, permissions: permissions == nil ? 0o666 : 0o600)
    }
    do throws(FileError) {
      let version = try fill(file, with: data, permissions: permissions)
      // Again, as near to the rename as can be: writing takes its time.
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

  /// Removes the temporary files that writers left behind when they were killed. What cannot be removed stays.
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

  /// Writes, forces to the device and closes; closes on every path. Returns the version that the file then is.
  private func fill(_ file: Int32, with data: Data, permissions: UInt32?) throws(FileError) -> FileVersion {
    let version: FileVersion
    do throws(FileError) {
      try writeAll(data, to: file)
      if let permissions {
        try attempt(.setPermissions, on: .file) { () throws(SystemError) in
          try fileSystem.setPermissions(permissions, of: file)
        }
      }
      // Never twice on one descriptor: after a failure the system may have dropped the data and say that all is well.
      try attemptOnce(.synchronize, on: .file) { () throws(SystemError) in try fileSystem.synchronize(file) }
      version = try attempt(.examine, on: .file) { () throws(SystemError) in try fileSystem.status(of: file) }.version
    } catch {
      try? fileSystem.close(file)
      throw error
    }
    // Never twice either: the descriptor is gone, or already another's.
    try attemptOnce(.close, on: .file) { () throws(SystemError) in
      do throws(SystemError) {
        try fileSystem.close(file)
      } catch  where error.code == EINTR {
        // Closed all the same, and the data is on the device.
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
        // A volume that does not know the call for folders: there is no more to be had.
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
