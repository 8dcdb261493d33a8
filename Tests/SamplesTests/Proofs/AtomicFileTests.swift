import Expectations
import Foundation
import Leftovers
import TestSupport
import Testing

@testable import Samples

@Suite(.endsAllTasks, .ownThreads) struct AtomicFileTests {
  let folder: TemporaryFolder
  let files = FaultyFileSystem()

  init() throws {
    folder = try TemporaryFolder()
  }

  func atomicFile(_ name: String, owner: TemporaryOwner = .unique()) -> AtomicFile {
    AtomicFile(path: folder.file(name).path, fileSystem: files, owner: owner)
  }

  func writing(_ name: String, _ content: String = "new") -> FileError? {
    writing(path: folder.file(name).path, content)
  }

  func writing(path: String, _ content: String = "new") -> FileError? {
    var file = AtomicFile(path: path, fileSystem: files)
    do throws(FileError) {
      try file.write(Data(content.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func write_replacing_takesTheStepsInOrder() throws {
    try folder.write("old", to: "a", permissions: 0o640)
    #expect(writing("a") == nil)
    #expect(folder.content(of: "a") == Data("new".utf8))
    #expect(try folder.permissions(of: "a") == 0o640)
    #expect(try folder.names() == ["a"])
    #expect(
      files.calls == [
        .linkStatus, .checkWritable, .openFolder, .names, .createFile, .write, .setPermissions, .synchronize, .status,
        .close, .linkStatus, .rename, .synchronize, .close,
      ])
  }

  @Test func write_temporaryIsPrivate() throws {
    try folder.write("old", to: "a", permissions: 0o644)
    let seen = Expectation("permissions seen", of: Int.self)
    files.onCall = { [folder] call in
      guard call == .setPermissions, let name = try? folder.names().first(where: { $0.hasPrefix(".saving") }) else {
        return
      }
      seen.fulfill((try? folder.permissions(of: name)) ?? -1)
    }
    #expect(writing("a") == nil)
    #expect(seen.values == [0o600])
  }

  @Test func write_shortAndInterrupted_writesAll() throws {
    try folder.write("old", to: "a")
    files.writeLimit = 7
    for call in [FaultyFileSystem.Call.openFolder, .createFile, .write, .setPermissions, .rename, .close] {
      files.fail(call, with: EINTR)
    }
    let content = String(repeating: "0123456789", count: 30)
    #expect(writing("a", content) == nil)
    #expect(folder.content(of: "a") == Data(content.utf8))
  }

  @Test func write_thenRead_emptyAndLarge() throws {
    for size in [0, 1, 4095, 4096, 4097, 3 << 20] {
      let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
      var file = atomicFile("a")
      try file.write(data, replacing: .anything)
      #expect(try file.read(limit: size) == data)
      if size > 0 {
        #expect(throws: FileError.self) { try file.read(limit: size - 1) }
      }
    }
  }

  @Test func write_synchronizeFails_isNeverRepeated() throws {
    try folder.write("old", to: "a")
    files.fail(.synchronize, with: EINTR)
    #expect(writing("a")?.operation == .synchronize)
    #expect(files.calls.filter { $0 == .synchronize }.count == 1)
    #expect(folder.content(of: "a") == Data("old".utf8))
    #expect(try folder.names() == ["a"])
  }

  @Test(arguments: ProofSize.of(small: [ENOSPC, EIO], full: [ENOSPC, EIO, EACCES, EDQUOT, EMFILE, EROFS]))
  func write_anyCallFails_oldOrNewWhole(code: Int32) throws {
    var n = 1
    while true {
      for hasOld in [true, false] {
        try? FileManager.default.removeItem(at: folder.file("a"))
        if hasOld { try folder.write("old", to: "a", permissions: 0o640) }
        let old = folder.content(of: "a")
        files.reset()
        files.fail(at: n, with: code)
        let error = writing("a")
        let isFolderSynchronization = error?.operation == .synchronizeFolder
        #expect(folder.content(of: "a") == (error == nil || isFolderSynchronization ? Data("new".utf8) : old))
        #expect(try folder.names() == (folder.content(of: "a") == nil ? [] : ["a"]))
        if let error { #expect(error.code == code) }
        files.reset()
        #expect(writing("a", "newer") == nil)
        #expect(folder.content(of: "a") == Data("newer".utf8))
      }
      files.reset()
      files.fail(at: n, with: code)
      _ = writing("a")
      if files.firedFaults == 0 { break }
      n += 1
    }
    #expect(n > 13)
  }

  @Test func write_powerCutAtAnyCall_oldOrNewWhole_thenReclaimed() throws {
    for n in 1...20 {
      try folder.write("old", to: "a")
      files.reset()
      files.cutPower(at: n)
      let dead = TemporaryOwner(process: getpid(), token: "earlier", writer: 1)
      var file = atomicFile("a", owner: dead)
      try? file.write(Data("new".utf8))
      #expect([Data("old".utf8), Data("new".utf8)].contains(folder.content(of: "a")))
      files.reset()
      atomicFile("a").removeStaleTemporaries()
      #expect(try folder.names() == ["a"])
    }
  }

  @Test func reclaim_removesOnlyFilesWithoutAWriter() throws {
    let own = TemporaryOwner.unique()
    let names = [
      TemporaryOwner(process: getpid(), token: "earlier", writer: 1).temporaryName(for: "a"),
      TemporaryOwner(process: 0x3fff_ffff, token: "x", writer: 1).temporaryName(for: "a"),
      own.temporaryName(for: "a"),
      TemporaryOwner.unique().temporaryName(for: "a"),
      TemporaryOwner(process: 1, token: "x", writer: 1).temporaryName(for: "a"),
      TemporaryOwner(process: 0x3fff_ffff, token: "x", writer: 1).temporaryName(for: "b"),
      ".saving-", ".saving-notes", "other",
    ]
    for name in names { try folder.write("", to: name) }
    atomicFile("a", owner: own).removeStaleTemporaries()
    #expect(try folder.names() == names[3...].sorted())
  }

  // MARK: Folders and special files

  @Test func write_throughLinks() throws {
    try folder.write("old", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("one").path, withDestinationPath: folder.file("target").path)
    try FileManager.default.createSymbolicLink(atPath: folder.file("two").path, withDestinationPath: "one")
    try FileManager.default.createSymbolicLink(atPath: folder.file("dangling").path, withDestinationPath: "created")
    #expect(writing("two") == nil)
    #expect(writing("dangling", "made") == nil)
    #expect(folder.content(of: "target") == Data("new".utf8))
    #expect(folder.content(of: "created") == Data("made".utf8))
    #expect(try folder.names() == ["created", "dangling", "one", "target", "two"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("two").path) == "one")
  }

  @Test func write_whatIsNoFile_typedError_nothingCreated() throws {
    try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.file("loop").path, withDestinationPath: "loop")
    mkfifo(folder.file("pipe").path, 0o600)
    try folder.write("", to: "file")
    let names = try folder.names()
    #expect(writing("folder")?.reason == .isFolder)
    #expect(writing("folder/")?.reason == .isFolder)
    #expect(writing("loop")?.reason == .linkLoop)
    #expect(writing("pipe")?.reason == .isSpecialFile)
    #expect(writing("missing/a")?.reason == .missingFolder)
    #expect(writing("file/a")?.reason == .missingFolder)
    #expect(writing(String(repeating: "x", count: 300))?.reason == .invalidPath)
    #expect(writing(path: "")?.reason == .invalidPath)
    #expect(writing(path: "/a\0b")?.reason == .invalidPath)
    #expect(writing(path: "/")?.reason == .isFolder)
    #expect(writing(path: "/dev/null")?.reason == .isSpecialFile)
    #expect(try folder.names() == names)
    #expect(writing(String(repeating: "x", count: 255)) == nil)
  }

  @Test func permissions_fileAndFolderToldApart() throws {
    try folder.write("old", to: "a")
    files.fail(.checkWritable, with: EACCES)
    #expect(writing("a")?.reason == .filePermissionDenied)
    files.fail(.createFile, with: EACCES)
    #expect(writing("a")?.reason == .folderPermissionDenied)
    files.fail(.linkStatus, with: EACCES)
    #expect(writing("a")?.reason == .folderPermissionDenied)
    files.fail(.openFile, with: EACCES)
    #expect(reading("a")?.reason == .filePermissionDenied)
    #expect(folder.content(of: "a") == Data("old".utf8))
  }

  @Test func read_whatIsNoFile_typedError() throws {
    mkfifo(folder.file("pipe").path, 0o600)
    try folder.write("", to: "file")
    #expect(reading("missing")?.reason == .notFound)
    #expect(reading("missing/a")?.reason == .missingFolder)
    #expect(reading("file/a")?.reason == .missingFolder)
    #expect(reading("pipe")?.reason == .isSpecialFile)
    #expect(reading("")?.reason == .isFolder)
  }

  func reading(_ name: String) -> FileError? {
    var file = atomicFile(name)
    do throws(FileError) {
      _ = try file.read(limit: 100)
      return nil
    } catch {
      return error
    }
  }
}
