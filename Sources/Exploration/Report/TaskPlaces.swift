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

  /// Looks up the addresses of a log. It takes some milliseconds, so it is done for a failure only.
  init(_ log: StepLog) {
    let addresses = Set(log.births.values.joined()).union(log.waits.values.joined())
    let places = CodeSymbols.places(of: addresses).mapValues { $0.filter(Self.isOfTheTest) }
    for (strand, addresses) in log.births where strand > 0 {
      starts[strand] = addresses.lazy.compactMap { places[$0]?.first }.first
    }
    for (strand, addresses) in log.waits { waits[strand] = addresses.flatMap { places[$0] ?? [] } }
  }

  /// Whether a place has a line, and is not in this module.
  private static func isOfTheTest(_ place: CodePlace) -> Bool {
    place.line != nil && place.path.map { !$0.hasPrefix(directory) } ?? false
  }

  /// The directory of this module.
  private static let directory = {
    let path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return path.dropLast(2).joined(separator: "/") + "/"
  }()
}

extension CodePlace: CustomStringConvertible {
  var description: String { line.map { "\(function) \($0)" } ?? function }
}
