extension Options {
  /// Reads the arguments after the program's name.
  static func parse(_ arguments: [String]) throws -> Command {
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
