import Foundation

/// Asks Git about files.
enum GitFolder {
  /// Throws unless each file is under version control as it is, so that the changes can be seen and undone.
  static func requireUnchanged(_ paths: [String]) throws {
    for path in paths {
      let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      let (folder, name) = (url.deletingLastPathComponent(), url.lastPathComponent)
      guard try Tool.run(["git", "ls-files", "--error-unmatch", "--", name], in: folder).status == 0 else {
        throw MigrateError("\(path) is not under version control with Git; no file was changed")
      }
      let status = try Tool.run(["git", "status", "--porcelain", "--", name], in: folder)
      guard status.status == 0 else {
        throw MigrateError("Git cannot say whether \(path) has changes; no file was changed")
      }
      guard status.output.isEmpty else {
        throw MigrateError("\(path) has changes that are not committed; no file was changed")
      }
    }
  }
}
