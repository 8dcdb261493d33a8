import Foundation

/// Measures how long waits take: this library beside the usual alternatives.
///
/// The program is not asynchronous, because the scenarios of the main thread need the real main thread, outside any job
/// of the main queue.
@main enum Program {
  private static let help = """
    Measures how long waits take: this library beside XCTest, semaphores, condition locks, continuations and polling.

    swift run -c release --package-path Benchmarks wait-latency [options]

      --quick         fewer samples: half a minute
      --filter TEXT   only the scenarios whose name contains TEXT
      --check FILE    compares with thresholds (Benchmarks/Thresholds); exit code 1 when one is exceeded
      --json FILE     writes all figures
      --plot FILE     draws the distributions of the latencies, as SVG
      --help          this text

    Exit codes: 0 done, 1 a threshold was exceeded, 2 an argument or a file is invalid.
    The scenarios, which Benchmarks/README.md describes:
    \(Catalog.scenarios(isQuick: true).map { "  " + $0.name }.joined(separator: "\n"))
    """

  static func main() {
    do {
      exit(try measure(options(CommandLine.arguments.dropFirst())) ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("wait-latency: \(error)\n".utf8))
      exit(2)
    }
  }

  /// The options by their names. One without a value has an empty one.
  private static func options(_ arguments: ArraySlice<String>) throws -> [String: String] {
    var (options, rest) = ([String: String](), arguments)
    while let name = rest.popFirst() {
      switch name {
      case "--quick", "--help": options[name] = ""
      case "--filter", "--check", "--json", "--plot":
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
          throw UsageError(description: "\(name) needs a value")
        }
        options[name] = value
      default: throw UsageError(description: "there is no option \(name); --help lists them")
      }
    }
    return options
  }

  /// Runs the chosen scenarios. Returns whether no threshold is exceeded.
  private static func measure(_ options: [String: String]) throws -> Bool {
    if options["--help"] != nil {
      print(help)
      return true
    }
    let isQuick = options["--quick"] != nil
    let all = Catalog.scenarios(isQuick: isQuick)
    let chosen = options["--filter"].map { text in all.filter { $0.name.contains(text) } } ?? all
    guard !chosen.isEmpty else { throw UsageError(description: "no scenario has such a name; --help lists them") }
    let thresholds = try options["--check"].map { try Thresholds(contentsOf: $0, all.map(\.name)) }
    let headline = headline(isQuick: isQuick)
    print(headline + "\n")
    let results = chosen.map { scenario in
      let result = scenario.run()
      print(result.table)
      // Flush after each table, so that it also appears at once in a pipe.
      fflush(nil)
      return result
    }
    if let path = options["--json"] { try json(results, headline).write(to: URL(fileURLWithPath: path)) }
    if let path = options["--plot"] { try Data(plot(results, headline).utf8).write(to: URL(fileURLWithPath: path)) }
    return thresholds?.allow(results) ?? true
  }

  /// The machine of a run, and the conditions there.
  private static func headline(isQuick: Bool) -> String {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }
    let processor = model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown processor"
    var load = 0.0
    getloadavg(&load, 1)
    #if DEBUG
      let build = "DEBUG build (measure with -c release)"
    #else
      let build = "release build"
    #endif
    let (cores, system) = (ProcessInfo.processInfo.activeProcessorCount, ProcessInfo.processInfo)
    return "wait-latency\(isQuick ? " --quick" : ""), \(build), \(processor), \(cores) cores, load \(figure(load)), "
      + system.operatingSystemVersionString
  }
}

/// A mistake in the arguments or in a file. The program prints its text as it is.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
