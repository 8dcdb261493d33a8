/// Where the tasks of a run were started, and where those of a stuck run wait.
struct TaskPlaces: Equatable, Sendable {
  /// The line that starts each task.
  var starts: [Int: CodePlace] = [:]
  /// The functions in which each task waits, the innermost first.
  var waits: [Int: [CodePlace]] = [:]

  init(starts: [Int: CodePlace] = [:], waits: [Int: [CodePlace]] = [:]) {
    self.starts = starts
    self.waits = waits
  }

  /// Looks up the addresses of a log. It takes some time for each address, so it is done for a failure only.
  init(_ log: StepLog) {
    for (strand, addresses) in log.births where strand > 0 {
      // Most functions on the way from the test to the start of a task are the same for all tasks.
      starts[strand] = addresses.lazy.compactMap { Self.places(at: $0).first }.first
    }
    for (strand, addresses) in log.waits { waits[strand] = addresses.flatMap(Self.places) }
  }

  private static func places(at address: UInt) -> [CodePlace] {
    CodeSymbols.places(of: [address])[address]?.filter(isOfTheTest) ?? []
  }

  /// Whether a place has a line, and is not in a library of this package.
  private static func isOfTheTest(_ place: CodePlace) -> Bool {
    guard place.line != nil, let path = place.path else { return false }
    return !directories.contains { path.hasPrefix($0) }
  }

  /// The directories of this module and of the waits.
  private static let directories = {
    let path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return ["Exploration", "Expectations"].map { path.dropLast(3).joined(separator: "/") + "/\($0)/" }
  }()
}

extension CodePlace: CustomStringConvertible {
  var description: String { line.map { "\(function) \($0)" } ?? function }
}
