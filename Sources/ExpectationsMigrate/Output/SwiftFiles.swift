import Foundation

/// The files that arguments name.
enum SwiftFiles {
  static func read(_ paths: [String]) throws -> [SourceFile] {
    try paths.flatMap { path -> [SourceFile] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw MigrateError("there is no file or folder \(path)")
      }
      guard isFolder.boolValue else {
        guard path.hasSuffix(".swift") else { throw MigrateError("\(path) is not a Swift file") }
        return [try file(path)]
      }
      let folder = path.hasSuffix("/") ? path : path + "/"
      let names = try FileManager.default.subpathsOfDirectory(atPath: path)
      return try names.filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
        .sorted().map { try file(folder + $0) }
    }
  }

  private static func file(_ path: String) throws -> SourceFile {
    guard let data = FileManager.default.contents(atPath: path) else { throw MigrateError("cannot read \(path)") }
    guard let text = String(data: data, encoding: .utf8) else { throw MigrateError("\(path) is not UTF-8") }
    return SourceFile(path: path, text: text)
  }
}
