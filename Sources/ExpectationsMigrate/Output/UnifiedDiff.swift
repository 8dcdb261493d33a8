import Foundation

/// The changes of a file as `git apply` reads them, if its path is relative to the folder of the repository.
struct UnifiedDiff {
  let text: String

  init(_ file: SourceFile, _ edits: [Edit]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("migrate-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(file.bytes).write(to: folder.appendingPathComponent("old"))
    try Data(Edit.apply(edits, to: file.bytes).utf8).write(to: folder.appendingPathComponent("new"))
    let (status, output) = try Tool.run(
      ["diff", "-u", "-L", "a/\(file.path)", "-L", "b/\(file.path)", "old", "new"], in: folder)
    guard status < 2 else { throw MigrateError("`diff` cannot compare the text of \(file.path) before and after") }
    text = String(decoding: output, as: UTF8.self)
  }
}

/// Runs other programs.
enum Tool {
  static func run(_ command: [String], in folder: URL) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
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
