import Foundation

/// Summarizes the waits of a test run from the file that `EXPECTATIONS_REPORT` named, or compares several runs.
@main
enum Program {
  static func main() {
    do {
      guard let options = try ReportOptions.parse(Array(CommandLine.arguments.dropFirst())) else {
        print(usage)
        return
      }
      try report(options)
    } catch {
      complain("\(error)")
      exit(2)
    }
  }

  private static func report(_ options: ReportOptions) throws {
    let svg = try options.svg.map { try OutputFile($0) }
    let html = try options.html.map { try OutputFile($0) }
    let report = try LedgerReport(options, complain: complain)
    print(report.text)
    try svg?.write(LedgerPlot(report.summary.groups.sorted, name: options.files[0]).svg)
    try html?.write(report.page.html)
  }

  private static func complain(_ text: String) { StandardError.print("expectations-report: \(text)") }

  private static let usage = """
    swift run expectations-report FILE [--top N] [--svg FILE.svg] [--html FILE.html]
    swift run expectations-report FILE FILE… [--top N] [--html FILE.html]

      Reads what a test run with EXPECTATIONS_REPORT=FILE has written, and prints how its waits ended, the slowest, the
      lines whose waits used most of their time, and the expectations that no test waited for. With several files, it
      compares the runs: which waits took longer than in the first, and which tests failed in some of them.

      --top N           how many of each; 10 by default
      --svg FILE.svg    draws how much of their time the waits used, by line, for one file
      --html FILE.html  writes a page with the report, and timelines of tests with failed waits, at most N
      --help            this text

    Exit codes: 0 done, 2 the arguments or a file are not right.
    """
}
