import Foundation

/// A file that is replaced as a whole: whoever reads it, and whenever the power fails, finds the old content or the new.
///
/// The content goes to a temporary file in the same folder, is forced to the device, takes the place of the old file by
/// a rename, and the folder is forced to the device too. Symbolic links are written through and permissions are kept;
/// the owner of the file becomes the user who writes it.
///
/// One value writes one file at a time: its user calls it on a serial queue. Two values for the same file, here or in
/// two processes, may write at once, and the one that renames last wins.
struct AtomicFile: Sendable {
  let path: String
  let fileSystem: any FileSystem
  let owner: TemporaryOwner

  init(
    path: String, fileSystem: any FileSystem = POSIXFileSystem(), owner: TemporaryOwner = .unique()
  ) {
    self.path = path
    self.fileSystem = fileSystem
    self.owner = owner
  }

  /// Replaces the file by one that holds `data`, or creates it; returns when it will survive a loss of power.
  ///
  /// A new file gets the permissions that the process's mask leaves. When this throws, the temporary file is gone and
  /// the old file is whole; only if the very last step failed is the new file in its place, without that promise.
  func write(_ data: Data) throws(FileError) {
    let target = try FileTarget(resolving: path, in: fileSystem)
    try checkReplaceable(target)
    let folder = try attempt(.open, on: .folder) { () throws(SystemError) in
      try fileSystem.openFolder(at: target.folder)
    }
    // Nothing is lost with a folder that does not close: it was forced to the device before.
    defer { try? fileSystem.close(folder) }
    removeStaleTemporaries(of: target, in: folder)
    let temporary = owner.temporaryName(for: target.name)
    let permissions = target.status?.permissions
    let file = try attempt(.create, on: .folder) { () throws(SystemError) in
      try fileSystem.createFile(named: temporary, in: folder, permissions: permissions == nil ? 0o666 : 0o600)
    }
    do throws(FileError) {
      try fill(file, with: data, permissions: permissions)
      try attempt(.rename, on: .folder) { () throws(SystemError) in
        try fileSystem.rename(temporary, to: target.name, in: folder)
      }
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
    removeStaleTemporaries(of: target, in: folder)
    try? fileSystem.close(folder)
  }

  private func checkReplaceable(_ target: FileTarget) throws(FileError) {
    guard let status = target.status else { return }
    try checkRegular(status, during: .resolve)
    try attempt(.open, on: .file) { () throws(SystemError) in try fileSystem.checkWritable(at: target.path) }
  }

  /// Writes, forces to the device and closes; closes on every path.
  private func fill(_ file: Int32, with data: Data, permissions: UInt32?) throws(FileError) {
    do throws(FileError) {
      try writeAll(data, to: file)
      if let permissions {
        try attempt(.setPermissions, on: .file) { () throws(SystemError) in
          try fileSystem.setPermissions(permissions, of: file)
        }
      }
      // Never twice on one descriptor: after a failure the system may have dropped the data and say that all is well.
      try attemptOnce(.synchronize, on: .file) { () throws(SystemError) in try fileSystem.synchronize(file) }
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

  private func removeStaleTemporaries(of target: FileTarget, in folder: Int32) {
    guard let names = try? fileSystem.names(inFolderAt: target.folder) else { return }
    for name in names {
      guard let other = TemporaryOwner.owner(of: name, for: target.name) else { continue }
      if owner.outlives(other, in: fileSystem) { try? fileSystem.remove(name, in: folder) }
    }
  }
}
