import Foundation
import Leftovers
import TestSupport
import Testing

@testable import Samples

#if os(Linux) || os(macOS)
  /// `kill -9` while a process saves: the file is intact, it is not older than the last answered save, and the next
  /// process continues with it.
  @Suite(.endsAllTasks, .ownThreads) struct KillTests {
    @Test func kill_duringSaves_noFileTorn_noAnsweredSaveLost() async throws {
      let folder = try TemporaryFolder()
      for round in 0..<ProofSize.of(small: 8, full: 100) {
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as Int] in
          try await Self.saveUntilKilled(in: URL(fileURLWithPath: path), after: UInt32(round * 7919 % 20_000))
        }
        let gallery = try Gallery(data: try #require(folder.content(of: "a")))
        let number = try #require(Int(gallery.title))
        // The number is in each part of the gallery, so a mix of two saves would be recognized.
        #expect(gallery.pictures.map(\.caption) == Self.gallery(number).pictures.map(\.caption), "torn")
        // The last save may be complete but not answered yet.
        #expect(try number >= Self.lastAnswered(in: folder.url))
      }
    }

    /// Saves again and again, notes the number of each answered save, and kills the process at some time after the
    /// first of them.
    private static func saveUntilKilled(in folder: URL, after microseconds: UInt32) async throws {
      let answered = folder.appendingPathComponent("answered")
      if !FileManager.default.fileExists(atPath: answered.path) { try Data().write(to: answered) }
      let log = try FileHandle(forWritingTo: answered)
      try log.seekToEnd()
      var number = try lastAnswered(in: folder)
      let file = folder.appendingPathComponent("a")
      let isThere = FileManager.default.fileExists(atPath: file.path)
      let document = isThere ? GalleryDocument(fileURL: file) : GalleryDocument(fileURL: file, newContent: gallery(0))
      if isThere { try await document.open() }
      var isFirst = true
      while true {
        number += 1
        let next = gallery(number)
        try document.edit { $0 = next }
        try await document.save()
        try log.write(contentsOf: Data("\(number)\n".utf8))
        if isFirst {
          Thread.detachNewThread {
            // The time of death; nothing is synchronized.
            usleep(microseconds)
            kill(getpid(), SIGKILL)
          }
        }
        isFirst = false
      }
    }

    private static func lastAnswered(in folder: URL) throws -> Int {
      let log = try String(contentsOf: folder.appendingPathComponent("answered"), encoding: .utf8)
      return log.split(separator: "\n").last.flatMap { Int($0) } ?? 0
    }

    /// The size varies, so that a save ends at another position each time.
    private static func gallery(_ number: Int) -> Gallery {
      let pictures = (0..<(number * 37 % 400)).map { _ in Gallery.Picture(caption: "\(number)") }
      return Gallery(title: "\(number)", pictures: pictures)
    }
  }
#endif
