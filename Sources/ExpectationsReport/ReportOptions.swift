/// The arguments of `expectations-report`.
struct ReportOptions: Sendable {
  var files: [String] = []
  var svg: String?
  var html: String?
  var top = 10

  /// Reads the arguments after the program's name; nil when they ask for help.
  static func parse(_ arguments: [String]) throws -> ReportOptions? {
    var options = ReportOptions()
    var rest = ArgumentReader(arguments)
    while let name = rest.nextName() {
      switch name {
      case "--svg": options.svg = try rest.value(of: name, "a file")
      case "--html": options.html = try rest.value(of: name, "a file")
      case "--top": options.top = try rest.number(of: name, in: 1...1_000_000)
      case "--help", "-h": return nil
      case _ where name.hasPrefix("-"): throw UsageError("there is no option \(name); --help lists them")
      case _ where options.files.contains(name): throw UsageError("\(name) is named twice")
      default: options.files.append(name)
      }
      try rest.requireNoValue(after: name)
    }
    guard !options.files.isEmpty else {
      throw UsageError("the file that EXPECTATIONS_REPORT named is missing; --help explains")
    }
    if let svg = options.svg, !svg.hasSuffix(".svg") {
      throw UsageError("--svg draws SVG: \(svg) must end in .svg")
    }
    if options.svg != nil, options.files.count > 1 {
      throw UsageError("--svg draws one file, not \(options.files.count); --html compares")
    }
    if let html = options.html, !html.hasSuffix(".html") {
      throw UsageError("--html writes HTML: \(html) must end in .html")
    }
    return options
  }
}
