import Foundation

/// Summarizes the waits of test runs, from the files that `EXPECTATIONS_REPORT` named.
@main
enum Program {
  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst()), print: { print($0) }, complain: complain))
  }

  private static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("expectations-report: \(text)\n".utf8))
  }

  /// Does what the arguments say, and returns the exit status.
  static func run(_ arguments: [String], print: (String) -> Void, complain: (String) -> Void) -> Int32 {
    do {
      guard let options = try ReportOptions.parse(arguments) else {
        print(usage)
        return 0
      }
      var report = Report(top: options.top)
      for path in options.files { try WaitFile(path).forEachWait({ report.add($0) }).forEach(complain) }
      print(report.text)
      return 0
    } catch {
      complain("\(error)")
      return 2
    }
  }

  private static let usage = """
    swift run expectations-report FILE… [--top N]

      Reads what test runs with EXPECTATIONS_REPORT=FILE have written, and prints how their waits ended, the slowest
      waits, the lines whose waits used most of their time, and the failed waits of each test.

      --top N   how many of each; 10 by default
      --help    this text

    Exit codes: 0 done, 2 the arguments or a file are not right.
    """
}

/// The arguments of `expectations-report`.
struct ReportOptions {
  var files: [String] = []
  var top = 10

  /// Reads the arguments after the program's name; nil when they ask for help.
  static func parse(_ arguments: [String]) throws -> ReportOptions? {
    var options = ReportOptions()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return nil
      case "--top": options.top = try count(rest.popFirst())
      case _ where argument.hasPrefix("--top="): options.top = try count(String(argument.dropFirst("--top=".count)))
      case _ where argument.hasPrefix("-"): throw ReportError("there is no option \(argument); --help lists them")
      case _ where options.files.contains(argument): throw ReportError("\(argument) is named twice")
      default: options.files.append(argument)
      }
    }
    guard !options.files.isEmpty else {
      throw ReportError("the file that EXPECTATIONS_REPORT named is missing; --help explains")
    }
    return options
  }

  private static func count(_ text: String?) throws -> Int {
    let limits = 1...1_000_000
    guard let text, let number = Int(text), limits.contains(number) else {
      let wrong = text.map { ", not \($0)" } ?? ""
      throw ReportError("--top needs a whole number from \(limits.lowerBound) to \(limits.upperBound)\(wrong)")
    }
    return number
  }
}

/// A mistake in the arguments or in a file. The program prints its text as it is.
struct ReportError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
