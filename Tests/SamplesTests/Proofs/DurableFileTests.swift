import Foundation
import Leftovers
import TestSupport
import Testing

@testable import Samples

/// A file at each step that can fail: it is completely old or completely new, and nothing else is left in its folder.
@Suite(.endsAllTasks, .ownThreads) struct DurableFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func file(_ name: String = "a") -> DurableFile {
    DurableFile(path: folder.file(name).path, onStep: folder.steps.hook)
  }

  func writing(_ name: String = "a", _ content: String = "new") -> FileError? {
    var file = file(name)
    do throws(FileError) {
      try file.write(Data(content.utf8), overwriting: false)
      return nil
    } catch {
      return error
    }
  }

  /// A loss of power between two steps leaves the old file or the new one: the content is on the device before it gets
  /// its name, and the name is on the device before the write returns.
  @Test func write_replacing_takesTheStepsInOrder() throws {
    try folder.write("old", to: "a", permissions: 0o640)
    #expect(writing() == nil)
    #expect(folder.content(of: "a") == Data("new".utf8))
    #expect(try folder.permissions(of: "a") == 0o640)
    #expect(
      folder.steps.taken == [
        .examine, .examine, .compare, .create, .write, .setPermissions, .synchronize, .examine, .close, .examine,
        .compare, .rename, .synchronizeFolder,
      ])
  }

  @Test func write_anyStepFails_oldOrNewWhole_nextWriteWorks() throws {
    for hasOld in [true, false] {
      var n = 0
      while true {
        n += 1
        try? FileManager.default.removeItem(at: folder.file("a"))
        if hasOld { try folder.write("old", to: "a") }
        let old = folder.content(of: "a")
        folder.steps.reset()
        folder.steps.fail(at: n, with: EIO)
        let error = writing()
        let isNew = error == nil || error?.step == .synchronizeFolder
        #expect(folder.content(of: "a") == (isNew ? Data("new".utf8) : old), "\(folder.steps)")
        #expect(try folder.names() == (folder.content(of: "a") == nil ? [] : ["a"]), "\(folder.steps)")
        folder.steps.reset()
        #expect(writing("a", "newer") == nil)
        #expect(folder.content(of: "a") == Data("newer".utf8))
        if error == nil { break }
      }
      #expect(n == (hasOld ? 14 : 12))
    }
  }

  /// After a failure, the system may have dropped the data and still report success.
  @Test func write_synchronizeFails_isNeverRepeated() throws {
    folder.steps.fail(.synchronize, with: EINTR)
    #expect(writing()?.step == .synchronize)
    #expect(folder.steps.taken.filter { $0 == .synchronize }.count == 1)
    #expect(try folder.names() == [])
  }

  @Test func write_interrupted_repeated() throws {
    for step in [FileStep.examine, .create, .write, .rename, .close] { folder.steps.fail(step, with: EINTR) }
    #expect(writing() == nil)
    #expect(folder.content(of: "a") == Data("new".utf8))
  }

  @Test func write_temporaryIsPrivate() throws {
    try folder.write("old", to: "a", permissions: 0o644)
    let seen = Guarded<[Int]>([])
    folder.steps.onStep = { [folder] step in
      guard step == .write, let name = try? folder.names().first, name.hasPrefix(".saving-") else { return }
      seen.withLock { $0.append((try? folder.permissions(of: name)) ?? -1) }
    }
    #expect(writing() == nil)
    #expect(seen.value == [0o600])
  }

  @Test(arguments: [0, 1, 4096, 3 << 20]) func write_thenRead_anySize(size: Int) throws {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
    var file = file()
    try file.write(data, overwriting: false)
    #expect(try file.read(limit: size) == data)
    guard size > 0 else { return }
    let error = #expect(throws: FileError.self) { try file.read(limit: size - 1) }
    #expect(error?.code == EFBIG)
  }

  /// Each case changes the file in another way after the read. No change may be lost.
  @Test(arguments: ["replaced", "appended", "overwritten in place", "replaced while writing"])
  func write_changedUnderneath_leftAlone(how: String) throws {
    try folder.write("old", to: "a")
    var file = file()
    _ = try file.read(limit: 100)
    let change = { @Sendable [folder] in
      switch how {
      case "appended":
        let handle = try FileHandle(forWritingTo: folder.file("a"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("!".utf8))
        try handle.close()
      case "overwritten in place": try folder.write("other", to: "a")
      default: try Data("old".utf8).write(to: folder.file("a"), options: .atomic)
      }
    }
    if how.hasSuffix("while writing") {
      folder.steps.onStep = { if $0 == .synchronize { try? change() } }
    } else {
      try change()
    }
    let error = #expect(throws: FileError.self) { try file.write(Data("mine".utf8), overwriting: false) }
    folder.steps.reset()
    #expect(error?.step == .compare)
    #expect(folder.content(of: "a") != Data("mine".utf8))
    #expect(try folder.names() == ["a"])
    try file.write(Data("mine".utf8), overwriting: true)
    try file.write(Data("mine again".utf8), overwriting: false)
    #expect(folder.content(of: "a") == Data("mine again".utf8))
  }

  @Test func write_removedUnderneath_createdAgain() throws {
    var file = file()
    try file.write(Data("1".utf8), overwriting: false)
    try FileManager.default.removeItem(at: folder.file("a"))
    try file.write(Data("2".utf8), overwriting: false)
    #expect(folder.content(of: "a") == Data("2".utf8))
  }

  @Test func write_throughLinks_linksStay() throws {
    try folder.write("old", to: "target")
    for (link, destination) in [("one", folder.file("target").path), ("two", "one")] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(link).path, withDestinationPath: destination)
    }
    #expect(writing("two") == nil)
    #expect(folder.content(of: "target") == Data("new".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("two").path) == "one")
  }

  @Test func notARegularFile_typedError_nothingCreated() throws {
    try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
    mkfifo(folder.file("pipe").path, 0o600)
    let names = try folder.names()
    for (name, code) in [
      ("folder", EISDIR), ("pipe", EINVAL), ("missing/a", ENOENT), ("pipe/a", ENOTDIR), ("a\0b", EINVAL),
      (String(repeating: "x", count: 300), ENAMETOOLONG),
    ] {
      var file = DurableFile(path: folder.url.path + "/" + name)
      let writing = #expect(throws: FileError.self) { try file.write(Data(), overwriting: true) }
      let reading = #expect(throws: FileError.self) { try file.read(limit: 9) }
      #expect(writing?.code == code && reading?.code == code, "\(name)")
    }
    #expect(try folder.names() == names)
  }
}
