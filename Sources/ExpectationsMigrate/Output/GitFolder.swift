import Foundation

/// Asks Git about files.
enum GitFolder {
  /// Throws unless each file is under version control as it is, so that the changes can be seen and undone.
  static func requireUnchanged(_ paths: [String]) throws {
    for path in paths {
      let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      let (folder, name) = (url.deletingLastPathComponent(), url.lastPathComponent)
      guard try git(["ls-files", "--error-unmatch", "--", name], in: folder).status == 0 else {
        throw MigrateError("\(path) is not under version control with Git; no file was changed")
      }
      let status = try git(["status", "--porcelain", "--", name], in: folder)
      guard status.status == 0 else {
        throw MigrateError("Git cannot say whether \(path) has changes; no file was changed")
      }
      guard status.output.isEmpty else {
        throw MigrateError("\(path) has changes that are not committed; no file was changed")
      }
    }
  }

  private static func git(_ arguments: [String], in folder: URL) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, data)
  }
}
