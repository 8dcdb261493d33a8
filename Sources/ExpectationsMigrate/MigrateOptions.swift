/// The arguments of `expectations-migrate`.
struct MigrateOptions: Equatable, Sendable {
  var paths: [String] = []
  /// Changes the files; otherwise only the changes are printed.
  var writes = false

  /// Reads the arguments after the program's name; nil when they ask for help.
  static func parse(_ arguments: [String]) throws(MigrateError) -> MigrateOptions? {
    var options = MigrateOptions()
    for argument in arguments {
      switch argument {
      case "--help", "-h": return nil
      case "--write": options.writes = true
      case _ where argument.hasPrefix("-"): throw MigrateError("there is no option \(argument); --help lists them")
      default: options.paths.append(argument)
      }
    }
    guard !options.paths.isEmpty else { throw MigrateError("a file or a folder is missing; --help explains") }
    return options
  }
}

/// Why nothing was rewritten. The program prints its text as it is.
struct MigrateError: Error, Equatable, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
