import Foundation

/// Repeats one test, and prints the path of its code.
@main
enum Program {
  static func main() {
    do {
      guard let options = try TraceOptions.parse(Array(CommandLine.arguments.dropFirst())) else {
        print(usage)
        return
      }
      try trace(options)
    } catch {
      FileHandle.standardError.write(Data("expectations-trace: \(error)\n".utf8))
      exit(2)
    }
  }

  private static func trace(_ options: TraceOptions) throws {
    #if os(Linux)
      let run = try TestRun()
      try run.build()
      let (test, edges) = try run.find(options.test)
      let root = URL(fileURLWithPath: ".").resolvingSymlinksInPath().path + "/"
      let functions = try Symbolizer(edges, root: root, folder: run.folder)
      let file = try run.run(test, recording: functions.edges, of: edges.edges.count, limit: options.limit)
      let code = try functions.code(ran: Set(file.trace.records.map(\.edge)))
      let path = TracePath(file.trace, code, test: test.function)
      let text = TraceText(path: path, code: code, trace: file.trace)
      let whole = "\(TestRun.scratch)/\(test.plain).txt"
      try Data(text.whole.utf8).write(to: URL(fileURLWithPath: whole))
      print("\n" + text.short(wholeIn: whole))
    #else
      throw TraceError("it works on Linux only")
    #endif
  }

  private static let usage = """
    swift run expectations-trace TEST [--limit SECONDS]

      Repeats one test of the package in this folder, and prints the path of its code: which lines ran, in which order
      and on which thread or task, and where that ended. It builds the tests once more, in .build-trace. Linux only.

      TEST              DocumentTests.savesTheDocument, as `swift test list` prints it; the module may be left out
      --limit SECONDS   interrupts the test after this time; 300 by default
      --help            this text

    Exit codes: 0 a path was printed, 2 there is none.
    """
}
