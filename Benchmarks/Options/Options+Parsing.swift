extension Options {
  /// Parses the arguments after the program's name.
  static func parse(_ arguments: [String]) throws -> Command {
    if arguments.first == "report" { return try ReportOptions.parse(arguments.dropFirst()) }
    var options = Options()
    var rest = ArgumentReader(arguments)
    while let name = rest.nextName() {
      switch name {
      case "--json": options.json = try rest.value(of: name, "a file")
      case "--plot": options.plot = try rest.value(of: name, "a file")
      case "--filter": options.filter = try rest.value(of: name, "a part of a scenario's name")
      case "--samples": options.samples = try rest.number(of: name, in: 1...1_000_000)
      case "--check": options.check = try rest.value(of: name, "a file of thresholds")
      case "--seed": options.seed = UInt64(try rest.number(of: name, in: 0...Int.max))
      case "--quick": options.isQuick = true
      case "--help", "-h": return .help
      default: throw UsageError("there is no option \(name); --help lists them")
      }
      try rest.requireNoValue(after: name)
    }
    if let plot = options.plot, !plot.hasSuffix(".svg") {
      throw UsageError("--plot draws SVG: \(plot) must end in .svg")
    }
    return .measure(options)
  }
}

/// Takes arguments one after the other, in the form `--name value` or `--name=value`.
struct ArgumentReader {
  private var arguments: ArraySlice<String>
  /// The text after `=` that has not been taken yet.
  private var attached: String?

  init(_ arguments: [String]) {
    self.arguments = arguments[...]
  }

  mutating func nextName() -> String? {
    guard let argument = arguments.popFirst() else { return nil }
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return argument }
    attached = String(argument[argument.index(after: equals)...])
    return String(argument[..<equals])
  }

  mutating func value(of name: String, _ what: String) throws -> String {
    if let value = attached {
      attached = nil
      guard !value.isEmpty else { throw UsageError("\(name) needs \(what)") }
      return value
    }
    guard let value = arguments.first, !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError("\(name) needs \(what)")
    }
    arguments.removeFirst()
    return value
  }

  mutating func number(of name: String, in range: ClosedRange<Int>) throws -> Int {
    let text = try value(of: name, "a number")
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("\(name) needs a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
    }
    return number
  }

  func requireNoValue(after name: String) throws {
    if attached != nil { throw UsageError("\(name) takes no value") }
  }
}
