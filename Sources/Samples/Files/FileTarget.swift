import Foundation

/// The destination of a path after its symbolic links are followed: a folder, a name, and the status of the file there.
struct FileTarget: Equatable {
  let folder: String
  let name: String
  /// The status; nil if there is no file yet.
  let status: FileStatus?

  var path: String { folder == "/" ? "/" + name : folder + "/" + name }

  private static let linkLimit = 32

  /// Follows the links at the end of `path`. The system follows links in its folders.
  init(resolving path: String, in fileSystem: some FileSystem) throws(FileError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(reason: .invalidPath, operation: .resolve, path: path, code: EINVAL)
    }
    var (folder, name) = Self.split(path)
    for _ in 0...Self.linkLimit {
      let current = folder == "/" ? "/" + name : folder + "/" + name
      let status = try Self.status(at: current, askedFor: path, in: fileSystem)
      guard status?.kind == .link else {
        (self.folder, self.name, self.status) = (folder, name, status)
        return
      }
      let destination: String
      do {
        destination = try fileSystem.linkDestination(at: current)
      } catch {
        throw FileError(error, during: .resolve, path: path, subject: .file)
      }
      (folder, name) = Self.split(destination.hasPrefix("/") ? destination : folder + "/" + destination)
    }
    throw FileError(reason: .linkLoop, operation: .resolve, path: path, code: ELOOP)
  }

  /// The status of the file at `path`, or nil if there is none. A missing folder is an error.
  static func status(
    at path: String, askedFor original: String, in fileSystem: some FileSystem
  ) throws(FileError) -> FileStatus? {
    do {
      return try fileSystem.linkStatus(at: path)
    } catch {
      // The only permission needed here is to search the folder.
      guard error.code == ENOENT else {
        throw FileError(error, during: .resolve, path: original, subject: error.code == EACCES ? .folder : .file)
      }
    }
    do {
      _ = try fileSystem.linkStatus(at: split(path).folder + "/.")
      return nil
    } catch {
      throw FileError(error, during: .resolve, path: original, subject: .folder)
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    var rest = path[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return (".", String(rest)) }
    let name = String(rest[rest.index(after: slash)...])
    return (slash == rest.startIndex ? "/" : String(rest[..<slash]), name.isEmpty ? "." : name)
  }
}
