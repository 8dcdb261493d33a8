/// The arguments of `expectations-trace`.
struct TraceOptions: Equatable, Sendable {
  var test = ""
  /// How many seconds the test may run.
  var limit = 300

  /// Reads the arguments after the program's name; nil when they ask for help.
  static func parse(_ arguments: [String]) throws -> TraceOptions? {
    var options = TraceOptions()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return nil
      case "--limit":
        guard let limit = rest.popFirst().flatMap(Int.init), (1...86_400).contains(limit) else {
          throw TraceError("--limit needs a whole number of seconds from 1 to 86400")
        }
        options.limit = limit
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
