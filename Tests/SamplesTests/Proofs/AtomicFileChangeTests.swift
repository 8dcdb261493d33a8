import Foundation
import Leftovers
import TestSupport
import Testing

@testable import Samples

/// A file that another program changed since it was read or written: which changes a write may replace, and which not.
@Suite(.endsAllTasks, .ownThreads) struct AtomicFileChangeTests {
  let folder: TemporaryFolder
  let files = FaultyFileSystem()

  init() throws {
    folder = try TemporaryFolder()
  }

  func atomicFile(_ name: String) -> AtomicFile {
    AtomicFile(path: folder.file(name).path, fileSystem: files)
  }

  /// Each case changes the file in another way after the read. No change may be lost.
  @Test(arguments: ["replaced", "replaced by its twin", "appended", "overwritten in place", "link turned"])
  func write_changedUnderneath_leftAlone(how: String) throws {
    try folder.write("old", to: "target")
    try folder.write("other", to: "elsewhere")
    try folder.setModificationDate(of: "target")
    try FileManager.default.createSymbolicLink(atPath: folder.file("a").path, withDestinationPath: "target")
    var file = atomicFile("a")
    _ = try file.read(limit: 100)
    try change("target", how)
    let names = try folder.names()
    let content = folder.content(of: "a")
    let error = #expect(throws: FileError.self) { try file.write(Data("mine".utf8)) }
    #expect(error?.reason == .changed)
    #expect(folder.content(of: "a") == content)
    #expect(try folder.names() == names)
    #expect(!files.calls.contains(.createFile), "\(files)")
    try file.write(Data("mine".utf8), replacing: .anything)
    #expect(folder.content(of: "a") == Data("mine".utf8))
    try file.write(Data("mine again".utf8))
  }

  private func change(_ name: String, _ how: String) throws {
    switch how {
    case "replaced": try folder.replace(name, with: "theirs")
    case "replaced by its twin":
      try folder.replace(name, with: "old")
      try folder.setModificationDate(of: name)
    case "appended": try folder.append("!", to: name)
    case "overwritten in place":
      try folder.write("new", to: name)
    default:
      try FileManager.default.removeItem(at: folder.file("a"))
      try FileManager.default.createSymbolicLink(atPath: folder.file("a").path, withDestinationPath: "elsewhere")
    }
  }

  /// The last moment at which a change can be noticed: everything is written, and only the rename is left.
  @Test func write_changedWhileWriting_leftAlone() throws {
    try folder.write("old", to: "a")
    var file = atomicFile("a")
    _ = try file.read(limit: 100)
    files.onCall = { [folder] call in
      if call == .synchronize { try? folder.replace("a", with: "theirs") }
    }
    let error = #expect(throws: FileError.self) { try file.write(Data("mine".utf8)) }
    #expect(error?.reason == .changed)
    #expect(folder.content(of: "a") == Data("theirs".utf8))
    #expect(try folder.names() == ["a"])
  }

  @Test func write_removedUnderneath_createdAgain() throws {
    var file = atomicFile("a")
    try file.write(Data("1".utf8))
    try FileManager.default.removeItem(at: folder.file("a"))
    try file.write(Data("2".utf8))
    #expect(folder.content(of: "a") == Data("2".utf8))
  }

  /// The file is in place when forcing the folder to the device fails. It is this writer's own file, so there is no
  /// conflict.
  @Test func write_afterFolderCouldNotBeSynchronized_isNoConflict() throws {
    var file = atomicFile("a")
    try file.write(Data("1".utf8))
    files.reset()
    files.fail(.synchronize, on: 2, with: EIO)
    let error = #expect(throws: FileError.self) { try file.write(Data("2".utf8)) }
    #expect(error?.operation == .synchronizeFolder)
    try file.write(Data("3".utf8))
    #expect(folder.content(of: "a") == Data("3".utf8))
  }

  @Test func write_mustNotReplace_existing() throws {
    try folder.write("old", to: "a")
    var file = atomicFile("a")
    let error = #expect(throws: FileError.self) { try file.write(Data("new".utf8), replacing: .nothing) }
    #expect(error?.reason == .exists)
    #expect(folder.content(of: "a") == Data("old".utf8))
  }
}
