import Foundation

/// Summarizes the waits of a test run from the file that `EXPECTATIONS_REPORT` named.
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
      StandardError.print("expectations-report: \(error)")
      exit(2)
    }
  }

  private static func report(_ options: ReportOptions) throws {
    let output = try options.svg.map { try OutputFile($0) }
    let ledger = try LedgerFile(contentsOf: options.file)
    for complaint in ledger.complaints { StandardError.print("expectations-report: \(complaint)") }
    print(LedgerSummary(ledger.entries, top: options.top).text)
    try output?.write(LedgerPlot(ledger.entries, name: options.file).svg)
  }

  private static let usage = """
    swift run expectations-report FILE [--top N] [--svg FILE.svg]

      Reads what a test run with EXPECTATIONS_REPORT=FILE has written, and prints how its waits ended, the slowest, the
      lines whose waits used most of their time, and the expectations that no test waited for.

      --top N           how many of each; 10 by default
      --svg FILE.svg    draws how much of their time the waits used, by line
      --help            this text

    Exit codes: 0 done, 2 the arguments or a file are not right.
    """
}
