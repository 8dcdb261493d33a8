#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Testing

  @testable import ThreadInspection

  @Suite struct SourceTextTests {
    private func place(_ path: String, image: String) -> CodePlace {
      let line = LineTable.Line(path: path, number: 1, shown: LineTable.Line.Place(path: path, line: 1, address: 0))
      return CodePlace(address: 0, line: line, image: image, hasLines: true, isSystem: false)
    }

    /// Writes a file and an image, one after the other.
    private func text(_ source: String, line: Int, isEdited: Bool = false) throws -> String? {
      let folder = NSTemporaryDirectory() + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let (path, image) = (folder + "/a.swift", folder + "/image")
      try source.write(toFile: path, atomically: false, encoding: .utf8)
      try Data().write(to: URL(fileURLWithPath: image))
      let date = Date().addingTimeInterval(isEdited ? 100 : -100)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      var text = SourceText(images: [place(path, image: image)])
      return text.line(line, of: path)
    }

    @Test func line_isTrimmedAndShortened() throws {
      #expect(try text("first\n  second  \n", line: 2) == "second")
      let long = try text(String(repeating: "x", count: 100), line: 1)
      #expect(long == String(repeating: "x", count: 59) + "…")
    }

    @Test func lineThatDoesNotExist_hasNoText() throws {
      #expect(try text("first\n\n", line: 2) == nil)
      #expect(try text("first", line: 0) == nil)
      #expect(try text("first", line: 3) == nil)
    }

    @Test func fileEditedSinceTheBuild_hasNoText() throws {
      #expect(try text("first", line: 1, isEdited: true) == nil)
    }

    @Test func pipe_isNotOpened() {
      let path = NSTemporaryDirectory() + UUID().uuidString
      #expect(mkfifo(path, 0o600) == 0)
      defer { unlink(path) }
      var text = SourceText(images: [place(path, image: "/tests")])
      #expect(text.line(1, of: path) == nil)
    }
  }
#endif
