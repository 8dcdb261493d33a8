import Foundation

/// Measures how long waits take: this library beside the usual alternatives.
///
/// The program is not asynchronous, because the scenarios of the main thread need the real main thread, outside any job
/// of the main queue.
@main
enum Program {
  static func main() {
    do {
      let command = try Options.parse(Array(CommandLine.arguments.dropFirst()))
      switch command {
      case .help: print(Usage.text)
      case .measure(let options): exit(try measure(options))
      }
    } catch {
      StandardError.print("wait-latency: \(error)")
      exit(ExitCode.usage)
    }
  }

  /// Runs the selected scenarios. Returns the exit code.
  private static func measure(_ options: Options) throws -> Int32 {
    let scenarios = try Catalog.scenarios(options)
    let check = try options.check.map(Check.init)
    let outputs = try [options.json, options.plot].compactMap { $0 }.map { try OutputFile($0) }
    let machine = Machine(options)
    print(machine.headline)
    let results = run(scenarios, options)
    if let json = options.json { try write(JSONReport(machine, results).encoded(), to: json, of: outputs) }
    if let plot = options.plot { try write(Plot(results, machine).svg, to: plot, of: outputs) }
    guard let check else { return ExitCode.success }
    return check.passes(results) ? ExitCode.success : ExitCode.breach
  }

  private static func run(_ scenarios: [Scenario], _ options: Options) -> [ScenarioResult] {
    let progress = Progress(scenarios: scenarios.count)
    var results: [ScenarioResult] = []
    for scenario in scenarios {
      progress.begin(scenario.name)
      let result = Runner(options: options, progress: progress).run(scenario)
      progress.clear()
      print(Table(result).text)
      // Flush after each table, so that it also appears at once in a pipe.
      fflush(nil)
      results.append(result)
    }
    return results
  }

  private static func write(_ text: String, to path: String, of outputs: [OutputFile]) throws {
    try outputs.first { $0.path == path }?.write(text)
  }
}

/// The exit codes of the program.
enum ExitCode {
  static let success: Int32 = 0
  /// A threshold was exceeded.
  static let breach: Int32 = 1
  /// An argument or a file is invalid.
  static let usage: Int32 = 2
}
