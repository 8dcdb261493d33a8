import Foundation

/// Why a file could not be read or replaced.
///
/// Whatever the error, the file that was there is whole: either untouched or, only where `operation` is
/// `synchronizeFolder`, already replaced by the new one in full.
public struct FileError: Error, Equatable, Sendable {
  /// What a user could be told.
  public enum Reason: Equatable, Sendable {
    /// There is no such file, though its folder is there.
    case notFound
    /// The folder is missing, or a part of its path is not a folder.
    case missingFolder
    /// The file itself may not be read or written.
    case filePermissionDenied
    /// The folder may not be searched or changed.
    case folderPermissionDenied
    /// The path leads to a folder.
    case isFolder
    /// The path leads to a device, a pipe or a socket.
    case isSpecialFile
    /// Symbolic links that lead back to themselves, or too many in a row.
    case linkLoop
    /// The path or the name is too long, empty, or holds a NUL.
    case invalidPath
    /// No room on the volume, or none left in the user's quota.
    case diskFull
    /// The volume cannot be written.
    case readOnlyVolume
    /// Another version than the one that was read or written last: another program changed it.
    case changed
    /// There is a file already, which was not to be replaced.
    case exists
    /// Larger than the limit given by the caller or the volume.
    case tooLarge
    /// This process or the machine has no more descriptors or memory.
    case outOfResources
    /// The device failed.
    case deviceFailure
    /// Anything else: `code` says what.
    case other
  }

  /// The step at which it failed.
  public enum Operation: String, Equatable, Sendable {
    case resolve, examine, open, read, create, write, setPermissions, synchronize, close, rename, synchronizeFolder
  }

  public let reason: Reason
  public let operation: Operation
  /// The file that was to be read or replaced, as it was named by the caller.
  public let path: String
  /// The system's error number (`errno`).
  public let code: Int32

  public init(reason: Reason, operation: Operation, path: String, code: Int32) {
    self.reason = reason
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension FileError: CustomStringConvertible {
  public var description: String {
    "\(operation) \(path): \(reason) (\(String(cString: strerror(code))))"
  }
}

extension FileError.Reason {
  /// What a step touches: only this tells a file that is forbidden from a folder that is.
  enum Subject {
    case file
    case folder
  }

  init(code: Int32, subject: Subject) {
    switch code {
    case ENOENT, ENOTDIR: self = subject == .folder || code == ENOTDIR ? .missingFolder : .notFound
    case EACCES, EPERM: self = subject == .folder ? .folderPermissionDenied : .filePermissionDenied
    case EISDIR: self = .isFolder
    case ENXIO: self = .isSpecialFile
    case ELOOP: self = .linkLoop
    case ENAMETOOLONG, EINVAL: self = .invalidPath
    case ENOSPC, EDQUOT: self = .diskFull
    case EROFS: self = .readOnlyVolume
    case EFBIG: self = .tooLarge
    case EMFILE, ENFILE, ENOMEM: self = .outOfResources
    case EIO: self = .deviceFailure
    default: self = .other
    }
  }
}
