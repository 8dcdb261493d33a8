/// Where the tasks of a run were started, and where those of a stuck run wait.
struct TaskPlaces: Equatable, Sendable {
  var starts: [Int: CodePlace] = [:]
  /// The functions in which each task waits, the innermost first.
  var waits: [Int: [CodePlace]] = [:]
  /// Where the task of each step stopped.
  var stops: [Int: CodePlace] = [:]
  var names: [Int: String] = [:]

  init(starts: [Int: CodePlace] = [:], waits: [Int: [CodePlace]] = [:]) { (self.starts, self.waits) = (starts, waits) }

  /// Looks up the addresses of a log. It takes some time, so it is done for a failure only.
  ///
  /// - Parameter call: The line that explores. Code that a macro has made in the body has it, too: no task stops there.
  init(_ log: StepLog, call: String? = nil) {
    var known: [UInt: CodePlace?] = [:]
    self.init(log, call: call, known: &known)
  }

  /// Does the same, and looks up only what is not known yet.
  init(_ log: StepLog, call: String?, known: inout [UInt: CodePlace?]) {
    names = log.names
    let stops = log.entries.map(\.stops)
    let addresses = Set(log.births.values.joined()).union(log.waits.values.joined()).union(stops.joined())
    let new = addresses.filter { known[$0] == nil }
    let found = CodeSymbols.places(of: new)
    for address in new { known[address] = .some(found[address]) }
    let places = known.compactMapValues { $0 }
    for (strand, addresses) in log.births where strand > 0 {
      starts[strand] = addresses.lazy.compactMap { places[$0] }.first { !$0.isOfLibrary }
    }
    for (strand, addresses) in log.waits { waits[strand] = Self.ofTheTest(addresses.compactMap { places[$0] }) }
    for (index, addresses) in stops.enumerated() {
      let place = Self.ofTheTest(addresses.compactMap { places[$0] }).first
      if place?.line != call { self.stops[index] = place }
    }
  }

  /// The places in the test and in the code under test: those between the innermost functions of this library and the
  /// one that runs the body.
  static func ofTheTest(_ places: [CodePlace]) -> [CodePlace] {
    Array(places.drop { $0.isOfLibrary }.prefix { !$0.isOfExploration }.filter { !$0.isOfLibrary })
  }

  /// The facts of all tasks, the body last: it usually waits for the others.
  var facts: [ExplorationReport.TaskFact] {
    let strands = StrandNames(own: names)
    let all = Set(starts.keys).union(waits.keys).sorted()
    return (all.filter { $0 > 0 } + all.filter { $0 == 0 }).map { strand in
      ExplorationReport.TaskFact(
        name: strands[strand], startedAt: starts[strand]?.line, waitsIn: (waits[strand] ?? []).map(\.description))
    }
  }

  var waitLines: [String] {
    let waiting = facts.filter { !$0.waitsIn.isEmpty }
    let width = waiting.map(\.name.count).max() ?? 0
    return waiting.map { fact in
      let start = fact.startedAt.map { "   started at \($0)" } ?? ""
      return "  \(fact.name.padding(to: width))  waits in \(fact.waitsIn.prefix(3).joined(separator: " ← "))\(start)"
    }
  }
}

extension CodePlace: CustomStringConvertible {
  var description: String { line.map { "\(function) \($0)" } ?? function }
  var isInClosure: Bool { function.hasPrefix(Self.closure) }

  /// The line, with the function and its type if it has a name.
  var short: String {
    guard !isInClosure else { return line ?? function }
    var place = self
    let name = function.prefix { $0 != "(" }
    place.function = name.split(separator: ".").suffix(2).joined(separator: ".") + function.dropFirst(name.count)
    return place.description
  }
}
