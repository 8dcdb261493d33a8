import Foundation

/// Why a file could not be read or replaced.
///
/// In every case the file is intact: either it is unchanged or, only if `operation` is `synchronizeFolder`, the new
/// file has completely replaced it.
public struct FileError: Error, Equatable, Sendable {
  /// A reason that can be shown to a user.
  public enum Reason: Equatable, Sendable {
    /// The file does not exist, but its folder does.
    case notFound
    /// The folder is missing, or a part of its path is not a folder.
    case missingFolder
    /// The permissions of the file do not allow reading or writing.
    case filePermissionDenied
    /// The permissions of the folder do not allow searching or changing it.
    case folderPermissionDenied
    /// The path leads to a folder.
    case isFolder
    /// The path leads to a device, a pipe or a socket.
    case isSpecialFile
    /// The symbolic links form a loop, or there are too many in a row.
    case linkLoop
    /// The path or the name is too long, is empty, or contains a NUL.
    case invalidPath
    /// There is no space left on the volume or in the user's quota.
    case diskFull
    /// The volume is read-only.
    case readOnlyVolume
    /// Another program changed the file since it was last read or written.
    case changed
    /// The file already exists, and the caller asked not to replace it.
    case exists
    /// The file exceeds a limit of the caller or the volume.
    case tooLarge
    /// The process or the machine has no descriptors or memory left.
    case outOfResources
    /// The device reported a failure.
    case deviceFailure
    /// Another error; see `code`.
    case other
  }

  /// The step that failed.
  public enum Operation: String, Equatable, Sendable {
    case resolve, examine, open, read, create, write, setPermissions, synchronize, close, rename, synchronizeFolder
  }

  public let reason: Reason
  public let operation: Operation
  /// The path of the file, as the caller gave it.
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
  /// The object of a step. It distinguishes the permissions of the file from those of the folder.
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
