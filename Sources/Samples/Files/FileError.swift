import Foundation

/// Why a file could not be read or replaced.
///
/// In every case the file is intact: either it is unchanged or, only if `step` is `synchronizeFolder`, the new file has
/// completely replaced it.
public struct FileError: Error, Equatable, Sendable {
  /// The step that failed.
  public let step: FileStep
  /// The system's error number (`errno`), such as `ENOENT` or `ENOSPC`.
  ///
  /// `EFBIG` also means that the file exceeds the reader's limit; `EISDIR`, that it is a folder; `EINVAL`, that the
  /// path is empty, or that it leads to a device, a pipe, or a socket; and `ESTALE` in the step `compare`, that another
  /// program changed the file since it was last read or written.
  public let code: Int32
  /// The path of the file, as the caller gave it.
  public let path: String
}

extension FileError: CustomStringConvertible {
  public var description: String { "\(step) \(path): \(String(cString: strerror(code)))" }
}

/// A step of reading or replacing a file.
public enum FileStep: String, CaseIterable, Sendable {
  case examine, open, read, create, write, setPermissions, synchronize, close, compare, rename, synchronizeFolder

  /// Called before each step, on the thread that takes it. Returns 0, or the error number with which the step fails
  /// instead of being taken.
  typealias Hook = @Sendable (FileStep) -> Int32

  static let goesOn: Hook = { _ in 0 }
}
