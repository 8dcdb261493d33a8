import Foundation

/// Turns XCTest's waits into those of this library.
@main
enum Program {
  static func main() {
    do {
      guard let options = try MigrateOptions.parse(Array(CommandLine.arguments.dropFirst())) else {
        print(usage)
        return
      }
      try migrate(options)
    } catch {
      FileHandle.standardError.write(Data("expectations-migrate: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func migrate(_ options: MigrateOptions) throws {
    let files = try SwiftFiles.read(options.paths)
    let suite = Suite(files)
    let changed = zip(files, suite.edits).filter { !$0.1.isEmpty }
    if options.writes {
      // All files are checked before the first is written.
      try GitFolder.requireUnchanged(changed.map { $0.0.path })
      let texts = changed.map { (path: $0.0.path, text: Edit.apply($0.1, to: $0.0.bytes)) }
      for (path, text) in texts { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
    } else {
      for (file, edits) in changed { print(try UnifiedDiff(file, edits).text, terminator: "") }
    }
    print(Summary(suite, files: changed.count, isWritten: options.writes).text)
  }

  private static let usage = """
    swift run expectations-migrate PATH … [--write]

      Turns XCTest's waits in Swift files, or in the files of folders, into waits of the library Expectations. It
      rewrites a function as a whole or not at all, prints the changes as a diff, and lists the functions that it leaves,
      with the reasons. Give it all files of a test target at once: what one function leaves to others counts.

      --write           changes the files. They must be under version control with Git, without changes of their own.
      --help            this text

    Exit codes: 0 done, 2 the arguments or a file are not right, or a file could not be written.
    """
}

/// What the program prints at its end.
struct Summary {
  let text: String

  init(_ suite: Suite, files: Int, isWritten: Bool) {
    var lines: [String] = []
    let rewritten = suite.rewritten.counted("function")
    let place = files.counted("file")
    if suite.rewritten == 0 {
      lines.append("Nothing to rewrite.")
    } else if isWritten {
      lines.append("Rewrote \(rewritten) in \(place). Add the product Expectations to the test target.")
    } else {
      lines.append("Would rewrite \(rewritten) in \(place); --write does it.")
    }
    if !suite.left.isEmpty {
      lines.append("\(isWritten ? "Left" : "Would leave") as they are: \(suite.left.count)")
      lines += suite.left.map { "  \($0)" }
    }
    text = lines.joined(separator: "\n")
  }
}

extension Int {
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
