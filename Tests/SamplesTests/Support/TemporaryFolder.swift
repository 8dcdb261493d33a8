import Foundation

/// A folder for one test, which is removed with its contents when this object is released.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The URL of a file in the folder, which need not exist.
  func file(_ name: String) -> URL {
    url.appendingPathComponent(name, isDirectory: false)
  }

  /// Creates a file with `content` and, if they are given, permissions.
  @discardableResult
  func write(_ content: Data, to name: String, permissions: Int? = nil) throws -> URL {
    let file = file(name)
    try content.write(to: file)
    if let permissions {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    }
    return file
  }

  @discardableResult
  func write(_ content: String, to name: String, permissions: Int? = nil) throws -> URL {
    try write(Data(content.utf8), to: name, permissions: permissions)
  }

  /// Replaces a file with a new one, like another program that saves.
  func replace(_ name: String, with content: String) throws {
    let other = try write(content, to: ".other-\(UUID().uuidString)")
    guard rename(other.path, file(name).path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Appends to the existing file, like a script.
  func append(_ content: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: file(name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(content.utf8))
    try handle.close()
  }

  /// Sets the modification date of the file to the same time long ago.
  func setModificationDate(of name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: file(name).path)
  }

  /// The content of the file; nil if there is none.
  func content(of name: String) -> Data? {
    try? Data(contentsOf: file(name))
  }

  func permissions(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name).path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// All names in the folder, sorted, including hidden ones.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
