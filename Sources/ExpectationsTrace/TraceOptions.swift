/// The arguments of `expectations-trace`.
struct TraceOptions: Equatable, Sendable {
  var test = ""
  /// How many seconds each run of the test may take.
  var limit = 300
  /// How often the test runs at most: it runs again only while it passes.
  var runs = 1

  /// Reads the arguments after the program's name; nil when they ask for help.
  static func parse(_ arguments: [String]) throws -> TraceOptions? {
    var options = TraceOptions()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return nil
      case "--limit", "--until-failure":
        guard let number = rest.popFirst().flatMap(Int.init), (1...86_400).contains(number) else {
          throw TraceError("\(argument) needs a whole number from 1 to 86400")
        }
        if argument == "--limit" { options.limit = number } else { options.runs = number }
      case _ where argument.hasPrefix("-"): throw TraceError("there is no option \(argument); --help lists them")
      case _ where !options.test.isEmpty: throw TraceError("one test at a time, not \(options.test) and \(argument)")
      default: options.test = argument
      }
    }
    guard !options.test.isEmpty else { throw TraceError("the name of the test is missing; --help explains") }
    return options
  }
}

/// Why there is no path. The program prints its text as it is.
struct TraceError: Error, Equatable, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
