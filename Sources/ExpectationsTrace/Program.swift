import Foundation

/// Repeats one test, and prints the path of its code.
@main
enum Program {
  static func main() {
    do {
      guard let options = try TraceOptions.parse(Array(CommandLine.arguments.dropFirst())) else { return print(usage) }
      try trace(options)
    } catch {
      say("\(error)")
      exit(2)
    }
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("expectations-trace: \(text)\n".utf8))
  }

  private static func trace(_ options: TraceOptions) throws {
    #if os(Linux)
      let isFirst = !FileManager.default.fileExists(atPath: TestRun.scratch)
      let run = try TestRun()
      if isFirst { say("it builds the tests in \(TestRun.scratch); that takes at least a minute, and 100 MB") }
      try run.build()
      let (test, edges) = try run.find(options.test)
      let root = URL(fileURLWithPath: ".").resolvingSymlinksInPath().path + "/"
      let functions = try Symbolizer(edges, root: root, tools: run.tools, folder: run.folder)
      let file = try run.run(
        test, recording: functions.edges, until: functions.timeout, of: edges.edges.count, options)
      let code = try functions.code(ran: Set(file.trace.records.map(\.edge)))
      let text = TraceText(path: TracePath(file.trace, code, test: test.function), code: code, trace: file.trace)
      let whole = "\(TestRun.scratch)/\(test.plain).txt"
      try Data(text.whole.utf8).write(to: URL(fileURLWithPath: whole))
      print("\n" + text.short(wholeIn: whole))
    #else
      throw TraceError("it works on Linux only")
    #endif
  }

  private static let usage = """
    swift run expectations-trace TEST [--limit SECONDS] [--until-failure RUNS]

      Repeats one test of the package in this folder, and prints the path of its code: which lines ran, in which order
      and on which thread or task, and where that ended. It builds the tests once more, in .build-trace. Linux only.

      TEST                  DocumentTests.savesTheDocument, as `swift test list` prints it; the module may be left out
      --limit SECONDS       interrupts a run of the test after this time; 300 by default
      --until-failure RUNS  repeats the test until it fails, so often at most; 1 by default
      --help                this text

    Exit codes: 0 a path was printed, 2 there is none.
    """
}
