/// Where the tasks of a run were started, and where those of a stuck run wait.
struct TaskPlaces: Equatable, Sendable {
  /// The line that starts each task.
  var starts: [Int: CodePlace] = [:]
  /// The functions in which each task waits, the innermost first.
  var waits: [Int: [CodePlace]] = [:]
  /// The names that tasks have of their own.
  var names: [Int: String] = [:]

  init(starts: [Int: CodePlace] = [:], waits: [Int: [CodePlace]] = [:]) {
    self.starts = starts
    self.waits = waits
  }

  /// Looks up the addresses of a log. It takes some time, so it is done for a failure only.
  init(_ log: StepLog) {
    names = log.names
    let places = CodeSymbols.places(of: Set(log.births.values.joined()).union(log.waits.values.joined()))
    for (strand, addresses) in log.births where strand > 0 {
      starts[strand] = addresses.lazy.compactMap { places[$0] }.first { !$0.isOfLibrary }
    }
    for (strand, addresses) in log.waits { waits[strand] = Self.ofTheTest(addresses.compactMap { places[$0] }) }
  }

  /// The places in the test and in the code under test: behind the library's own innermost functions, and up to the one
  /// that runs the body.
  static func ofTheTest(_ places: [CodePlace]) -> [CodePlace] {
    Array(places.drop { $0.isOfLibrary }.prefix { !$0.isOfExploration }.filter { !$0.isOfLibrary })
  }
}

extension CodePlace: CustomStringConvertible {
  var description: String { line.map { "\(function) \($0)" } ?? function }
}
