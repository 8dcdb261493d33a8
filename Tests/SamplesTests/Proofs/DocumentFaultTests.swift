import Expectations
import Foundation
import Leftovers
import TestSupport
import Testing

@testable import Samples

/// A document with a failing disk, with damaged files, and with many threads at once.
@Suite(.endsAllTasks) struct DocumentFaultTests {
  let folder: TemporaryFolder
  let files = FaultyFileSystem()
  let queue = DispatchQueue(label: "callbacks")

  init() throws {
    folder = try TemporaryFolder()
  }

  func document(_ name: String = "a", new gallery: Gallery? = nil) -> GalleryDocument {
    GalleryDocument(fileURL: folder.file(name), newContent: gallery, callbackQueue: queue, fileSystem: files)
  }

  func savedTitle(_ name: String = "a") throws -> String {
    try Gallery(data: try #require(folder.content(of: name))).title
  }

  /// Wherever the save fails, both files are intact and the document keeps its file.
  @Test(.ownThreads) func saveTo_anyCallFails_staysWithItsFile() async throws {
    var n = 0
    var hasFired: Bool
    repeat {
      n += 1
      for name in try folder.names() { try FileManager.default.removeItem(at: folder.file(name)) }
      let document = document(new: Gallery(title: "1"))
      try await document.save()
      try document.edit { $0.title = "2" }
      files.reset()
      files.fail(at: n, with: EIO)
      let saved = Expectation("save as answered", of: Result<Void, DocumentError>.self)
      document.save(to: folder.file("b"), completion: saved.handler)
      if case .failure = try await saved.wait(timeout: .seconds(5)) {
        #expect(document.fileURL == folder.file("a"))
        #expect(document.hasUnsavedChanges)
      }
      #expect(try savedTitle() == "1")
      #expect(try !folder.names().contains { $0.hasPrefix(".") })
      hasFired = files.firedFaults > 0
      files.reset()
      try await document.save(to: folder.file("b"), overwriting: true)
      #expect(try savedTitle("b") == "2")
    } while hasFired
    #expect(n > 12)
  }

  /// The test keeps no reference to the document: each call still runs and is answered once.
  @Test(arguments: ["open", "save", "save to", "revert", "close"])
  func call_released_carriedOutAndAnsweredOnce(call: String) async throws {
    for _ in 0..<20 {
      try folder.write(try Gallery(title: "x").data(), to: "a")
      let answered = Expectation("\(call) answered", of: Result<Void, DocumentError>.self, count: 1...)
      switch call {
      case "open": document().open(completion: answered.handler)
      case "save": document(new: Gallery(title: "saved")).save(completion: answered.handler)
      case "save to":
        document(new: Gallery(title: "b")).save(to: folder.file("b"), overwriting: true, completion: answered.handler)
      case "revert": document(new: Gallery(title: "y")).revert(completion: answered.handler)
      default: document(new: Gallery(title: "closed")).close(completion: answered.handler)
      }
      try await answered.wait(timeout: .seconds(5)).get()
      // Runs after all callbacks of the document.
      queue.sync {}
      #expect(answered.fulfillmentCount == 1)
    }
    #expect(try savedTitle() == (["save": "saved", "close": "closed"][call] ?? "x"))
  }

  @Test func save_fromManyThreads_everyCallCompletesOnce() async throws {
    let document = document(new: Gallery(title: "", pictures: []))
    let completed = Expectation("saves completed", count: 400)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          for _ in 0..<10 {
            _ = try? document.edit { $0.title += "x" }
            let saved = Expectation("document saved")
            document.save { result in
              completed.fulfill()
              saved.fulfill(with: result)
            }
            await saved.wait(timeout: .seconds(15))
          }
        }
      }
    }
    await completed.wait(timeout: .zero)
    #expect(try savedTitle().count == 400)
    #expect(!document.hasUnsavedChanges)
  }

  /// Contents that a file can hold instead of a gallery, each with its error; nil for any kind of malformed content.
  static let contents: [(String, Data, DocumentContentError?)] = [
    ("empty", Data(), .empty),
    ("binary", Data([0xff, 0xfe, 0x00]), .notUTF8),
    ("utf16", "{}".data(using: .utf16) ?? Data(), .notUTF8),
    ("cut", Data(#"{"format":"gallery","version":1,"content":{"title":"a"#.utf8), .truncated),
    ("newer", Data(#"{"format":"gallery","version":2,"content":[]}"#.utf8), .newerFormat(found: 2, supported: 1)),
    ("other", Data(#"{"format":"sheet","version":1}"#.utf8), .wrongFormat(found: "sheet", expected: "gallery")),
    ("zero", Data(#"{"format":"gallery","version":0}"#.utf8), .malformed(path: "version", reason: "below 1")),
    ("no content", Data(#"{"format":"gallery","version":1}"#.utf8), .malformed(path: "content", reason: "missing")),
    (
      "no title", Data(#"{"format":"gallery","version":1,"content":{"pictures":[]}}"#.utf8),
      .malformed(path: "content.title", reason: "missing")
    ),
    (
      "bad picture", Data(#"{"format":"gallery","version":1,"content":{"title":"","pictures":[{"id":1}]}}"#.utf8),
      .malformed(path: "content.pictures[0].id", reason: "not of type String")
    ),
    (
      "deep", Data((String(repeating: "[", count: 9999) + String(repeating: "]", count: 9999)).utf8),
      .malformed(path: "", reason: "nested more than 64 deep")
    ),
    ("oversized", Data(count: (8 << 20) + 1), .tooLarge(limit: 8 << 20)),
    ("zeros", Data(count: 100), nil), ("text", Data("hello".utf8), nil), ("null", Data("null".utf8), nil),
  ]

  @Test(.ownThreads, arguments: contents.map(\.0))
  func open_badContent_typedError_fileUntouched(name: String) async throws {
    let (_, data, expected) = try #require(Self.contents.first { $0.0 == name })
    try folder.write(data, to: "a")
    let document = document()
    let opened = Expectation("document opened")
    document.open(completion: opened.resultHandler())
    let error = await #expect(throws: DocumentError.self) { try await values(of: opened, timeout: .seconds(5)) }
    if let expected {
      #expect(error == .invalidContent(expected))
    } else if case .invalidContent(.malformed) = error {
    } else {
      Issue.record("\(String(describing: error)) instead of malformed content")
    }
    #expect(document.state == .closed)
    #expect(folder.content(of: "a") == data)
  }

  @Test func calls_inTheWrongState_typedError() async throws {
    let document = document(new: Gallery(title: "1"))
    await #expect(throws: DocumentError.alreadyOpen) { try await document.open() }
    try await document.close()
    try await document.close()
    #expect(throws: DocumentError.notOpen(.closed)) { try document.edit { $0.title = "" } }
    try await document.open()
    #expect(document.state == .normal)
  }

  @Test func open_whatIsNotThere_typedError() async throws {
    let remote = GalleryDocument(fileURL: try #require(URL(string: "https://example.org/a")))
    let cases: [(GalleryDocument, FileError.Reason)] = [
      (document(), .notFound), (document("x/y"), .missingFolder), (remote, .invalidPath),
    ]
    for (document, reason) in cases {
      let error = await #expect(throws: DocumentError.self) { try await document.open() }
      #expect(error?.reason == reason)
    }
  }
}
