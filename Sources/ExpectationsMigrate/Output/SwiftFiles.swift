import Foundation

/// The files that arguments name.
enum SwiftFiles {
  static func read(_ paths: [String]) throws -> [SourceFile] {
    var seen: Set<String> = []
    return try paths.flatMap { path -> [SourceFile] in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw MigrateError("there is no file or folder \(path)")
      }
      guard isFolder.boolValue else {
        guard path.hasSuffix(".swift") else { throw MigrateError("\(path) is not a Swift file") }
        return seen.insert(resolved(path)).inserted ? [try file(standard(path))] : []
      }
      let folder = standard(path.hasSuffix("/") ? path : path + "/")
      // A link to a folder has no files of its own.
      let names = try FileManager.default.subpathsOfDirectory(atPath: resolved(path)).filter {
        $0.hasSuffix(".swift") && !$0.split(separator: "/").contains { $0.hasPrefix(".") }
      }
      guard !names.isEmpty else { throw MigrateError("there is no Swift file in \(path)") }
      return try names.sorted().map { folder + $0 }.filter { seen.insert(resolved($0)).inserted }.map { try file($0) }
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// The path as `git apply` knows it.
  private static func standard(_ path: String) -> String {
    var path = Substring(path)
    while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
    return String(path)
  }

  private static func file(_ path: String) throws -> SourceFile {
    guard let data = FileManager.default.contents(atPath: path) else { throw MigrateError("cannot read \(path)") }
    guard let text = String(data: data, encoding: .utf8) else { throw MigrateError("\(path) is not UTF-8") }
    guard !data.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw MigrateError("\(path) begins with a byte order mark; remove it first")
    }
    return SourceFile(path: path, text: text)
  }
}
