import Dispatch
import Foundation

@testable import Samples

/// A folder for the files of one test, which is removed with its contents when this object is released.
///
///     let folder = try TemporaryFolder()
///     let document = folder.document(new: "Summer")
///     …
///     #expect(try folder.title() == "Summer")
final class TemporaryFolder: Sendable {
  let url: URL
  /// The steps with which the folder's documents read and write their files.
  let steps = FileSteps()
  /// The queue on which they call completion handlers, unless a test says otherwise.
  let queue = DispatchQueue(label: "callbacks")

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A closed document, or an open one with a new gallery of that title.
  func document(
    _ name: String = "a", new title: String? = nil, autosaveAfter: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(), callbackQueue: DispatchQueue? = nil
  ) -> GalleryDocument {
    GalleryDocument(
      fileURL: file(name), newContent: title.map { Gallery(title: $0) }, autosaveAfter: autosaveAfter, clock: clock,
      callbackQueue: callbackQueue ?? queue, onStep: steps.hook)
  }

  /// Writes a gallery without a document, like another program that saves.
  func replace(_ name: String = "a", withTitle title: String) throws {
    try Gallery(title: title).data().write(to: file(name), options: .atomic)
  }

  /// The title of the gallery in a file; nil if there is no file.
  func title(of name: String = "a") throws -> String? { try content(of: name).map { try Gallery(data: $0).title } }

  /// The URL of a file in the folder, which need not exist.
  func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  /// Creates a file with `content` and, if they are given, permissions.
  @discardableResult
  func write(_ content: String, to name: String, permissions: Int? = nil) throws -> URL {
    let file = file(name)
    try Data(content.utf8).write(to: file)
    if let permissions {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    }
    return file
  }

  func content(of name: String) -> Data? { try? Data(contentsOf: file(name)) }

  func permissions(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name).path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  /// All names in the folder, sorted, including hidden ones.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
}
