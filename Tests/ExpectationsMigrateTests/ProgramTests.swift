import Foundation
import Testing

@testable import ExpectationsMigrate

@Suite struct ProgramTests {
  private static let source = """
    import XCTest

    class Tests: XCTestCase {
      func test() {
        let e = expectation(description: "a")
        e.isInverted = true
        // 1
        // 2
        // 3
        // 4
        // 5
        // 6
        // 7
        waitForExpectations(timeout: 1)
      }
    }
    """

  @Test func diff_isOneThatGitApplies() throws {
    let file = SourceFile(path: "T.swift", text: Self.source)
    let edits = Suite([file]).edits[0]
    let diff = try UnifiedDiff(file, edits).text
    #expect(
      diff == """
        --- a/T.swift
        +++ b/T.swift
        @@ -1,9 +1,9 @@
        +import Expectations
         import XCTest
         
         class Tests: XCTestCase {
           func test() {
        -    let e = expectation(description: "a")
        -    e.isInverted = true
        +    let e = Expectation("a", count: 0)
             // 1
             // 2
             // 3
        @@ -11,6 +11,6 @@
             // 5
             // 6
             // 7
        -    waitForExpectations(timeout: 1)
        +    e.wait(timeout: .seconds(1))
           }
         }
        \\ No newline at end of file

        """)
    let folder = try Folder()
    try folder.write("T.swift", Self.source)
    try folder.git("init", "-q")
    try folder.write("changes.diff", diff)
    try folder.git("apply", "changes.diff")
    let text = try String(contentsOfFile: folder.path + "/T.swift", encoding: .utf8)
    #expect(text == Rewriting.text(file, edits))
  }

  @Test func secondRun_changesNothing() {
    let file = SourceFile(path: "T.swift", text: Self.source)
    let second = SourceFile(path: "T.swift", text: Rewriting.text(file, Suite([file]).edits[0]))
    let suite = Suite([second])
    #expect(suite.edits == [[]])
    #expect(Summary(suite, files: 0, isWritten: false).text == "Nothing to rewrite.")
  }

  @Test func summary_listsWhatIsLeft() {
    let file = SourceFile(
      path: "T.swift", text: Self.source + "\nfunc g() { waitForExpectations(timeout: 1) }\nvar e: XCTWaiter?\n")
    let suite = Suite([file])
    let left = """
        T.swift:17: g(): a helper that waits for its callers; those that are rewritten wait themselves
        T.swift:18: `XCTWaiter` outside of a function
      """
    #expect(
      Summary(suite, files: 1, isWritten: false).text
        == "Would rewrite 1 function in 1 file; --write does it.\nWould leave as they are: 2\n" + left)
    #expect(
      Summary(suite, files: 1, isWritten: true).text
        == "Rewrote 1 function in 1 file. Add the product Expectations to the test target.\nLeft as they are: 2\n"
        + left)
  }

  @Test(
    arguments: [
      (["Tests"], MigrateOptions(paths: ["Tests"])),
      (["--write", "A.swift", "B"], MigrateOptions(paths: ["A.swift", "B"], writes: true)),
      (["Tests", "--help"], nil),
    ] as [([String], MigrateOptions?)])
  func arguments_areRead(_ arguments: [String], _ options: MigrateOptions?) throws {
    #expect(try MigrateOptions.parse(arguments) == options)
  }

  @Test(
    arguments: [
      ([], "a file or a folder is missing; --help explains"),
      (["--dry"], "there is no option --dry; --help lists them"),
    ] as [([String], String)])
  func wrongArguments_areRefused(_ arguments: [String], _ text: String) {
    #expect(throws: MigrateError(text)) { try MigrateOptions.parse(arguments) }
  }

  @Test func files_areFoundAndRefused() throws {
    let folder = try Folder()
    func expectRefusal(of path: String, _ text: String, _ sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(throws: MigrateError(text), sourceLocation: sourceLocation) { try SwiftFiles.read([path]) }
    }
    try folder.write("B.swift", "import XCTest")
    try folder.write("Sub/A.swift", "")
    try folder.write(".build/C.swift", "")
    try folder.write("D.txt", "")
    try folder.write("E/latin.swift", bytes: [0xE9])
    expectRefusal(of: folder.path, "\(folder.path)/E/latin.swift is not UTF-8")
    try FileManager.default.removeItem(atPath: folder.path + "/E")
    #expect(
      try SwiftFiles.read([folder.path]).map(\.path) == ["B.swift", "Sub/A.swift"].map { "\(folder.path)/\($0)" })
    expectRefusal(of: folder.path + "/D.txt", "\(folder.path)/D.txt is not a Swift file")
    expectRefusal(of: folder.path + "/F", "there is no file or folder \(folder.path)/F")
    try folder.write("G/notes.txt", "")
    expectRefusal(of: folder.path + "/G", "there is no Swift file in \(folder.path)/G")
    try folder.write("H.swift", bytes: [0xEF, 0xBB, 0xBF])
    expectRefusal(of: folder.path + "/H.swift", "\(folder.path)/H.swift begins with a byte order mark; remove it first")
  }

  @Test func file_thatIsNamedTwice_isReadOnce() throws {
    let folder = try Folder()
    try folder.write("Sub/A.swift", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Link", withDestinationPath: folder.path + "/Sub")
    let all = [folder.path + "/Sub", folder.path + "/Sub/A.swift", folder.path + "/Link"]
    #expect(try SwiftFiles.read(all).map(\.path) == [folder.path + "/Sub/A.swift"])
    #expect(try SwiftFiles.read([folder.path + "/Link"]).map(\.path) == [folder.path + "/Link/A.swift"])
  }

  /// Only what Git can give back is written.
  @Test func git_mustKnowTheFile() throws {
    let folder = try Folder()
    try folder.write("A.swift", "import XCTest")
    let path = folder.path + "/A.swift"
    func expectRefusal(_ text: String, _ sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(throws: MigrateError(text), sourceLocation: sourceLocation) { try GitFolder.requireUnchanged([path]) }
    }
    expectRefusal("\(path) is not under version control with Git; no file was changed")
    try folder.git("init", "-q")
    expectRefusal("\(path) is not under version control with Git; no file was changed")
    try folder.git("add", "A.swift")
    expectRefusal("\(path) has changes that are not committed; no file was changed")
    try folder.git("-c", "user.name=test", "-c", "user.email=test", "commit", "-qm", "Add")
    try GitFolder.requireUnchanged([path])
    try folder.write("A.swift", "import Testing")
    expectRefusal("\(path) has changes that are not committed; no file was changed")
    // A commit that is not there.
    try folder.write(".git/HEAD", String(repeating: "1", count: 40))
    expectRefusal("Git cannot say whether \(path) has changes; no file was changed")
  }
}

private final class Folder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("migrate-\(UUID().uuidString)")
      .resolvingSymlinksInPath().path
    try FileManager.default.createDirectory(at: URL(fileURLWithPath: path), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws { try write(name, bytes: Array(text.utf8)) }

  func write(_ name: String, bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", path] + arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
