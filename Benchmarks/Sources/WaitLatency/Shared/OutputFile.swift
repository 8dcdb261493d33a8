import Foundation

/// A file to write at the end of the run. The program checks at the beginning that it can write the file.
struct OutputFile {
  let path: String

  init(_ path: String) throws {
    self.path = path
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let target = FileManager.default.fileExists(atPath: path) ? path : folder
    guard FileManager.default.isWritableFile(atPath: target) else {
      throw UsageError("\(path) cannot be written")
    }
  }

  func write(_ text: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw UsageError("\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
