/// The options of `wait-latency report`.
struct ReportOptions: Sendable {
  var file = ""
  var svg: String?
  var top = 10

  /// Parses the arguments after `report`.
  static func parse(_ arguments: ArraySlice<String>) throws -> Options.Command {
    var options = ReportOptions()
    var rest = ArgumentReader(Array(arguments))
    while let name = rest.nextName() {
      switch name {
      case "--svg": options.svg = try rest.value(of: name, "a file")
      case "--top": options.top = try rest.number(of: name, in: 1...1_000_000)
      case "--help", "-h": return .help
      case _ where name.hasPrefix("-"): throw UsageError("report has no option \(name); --help lists them")
      case _ where !options.file.isEmpty: throw UsageError("report takes one file, not \(options.file) and \(name)")
      default: options.file = name
      }
      try rest.requireNoValue(after: name)
    }
    guard !options.file.isEmpty else { throw UsageError("report needs the file that EXPECTATIONS_REPORT named") }
    if let svg = options.svg, !svg.hasSuffix(".svg") {
      throw UsageError("--svg draws SVG: \(svg) must end in .svg")
    }
    return .report(options)
  }
}
