import Foundation

/// Says what ran and what did not, of what the counters show.
///
/// The lines claim no cause. They begin with what would have fulfilled the expectation, then follow the names in the
/// source of the test from function to function.
struct RunText {
  private static let mostLines = 8
  private static let width = 90
  /// Calls that tell others that work is over.
  private static let endings: Set<String> = [
    "leave", "signal", "resume", "fulfill", "record", "yield", "finish", "send", "post", "open", "complete",
  ]
  /// A branch that only leaves is for what did not happen.
  private static let exits: Set<Substring> = ["return", "throw", "break", "continue", "fatalError"]

  private struct Fact {
    /// The smaller, the more it may explain.
    var rank: Int
    var distance: Int
    var line: String
  }

  /// A function of the tester in its file.
  private struct Entry {
    var file: CoveredFile
    var index: Int
    /// That of the function around a closure.
    var name: String
    var type: Substring
    var pieces: [CoveredFile.Piece]
    /// How many names lead from the test to it.
    var distance = Int.max
    var function: CoveredFile.Function { file.functions[index] }
    var start: Int { function.range.lowerBound.line }
    var outermost: String {
      let line = file.functions[file.outermost(index)].range.lowerBound.line
      return "\(file.name):\(line) \(type.isEmpty ? "" : "\(type).")\(name)"
    }
    var label: String { function.isClosure ? "a closure in \(name)" : name }
  }

  typealias Place = (file: String, line: Int)

  private let createdAt: Place
  private let waitAt: Place
  private let files: [CoveredFile]
  private let entries: [Entry]
  /// The names of parameters and properties that are closures.
  private let closures: Set<String>

  init(files: [CoveredFile], createdAt: Place, waitAt: Place) {
    (self.files, self.createdAt, self.waitAt) = (files, createdAt, waitAt)
    closures = Set(files.flatMap(\.lines).filter { $0.contains("->") }.flatMap(Declarations.closures))
    let entries = files.flatMap { file in
      let pieces = Dictionary(grouping: file.pieces, by: \.function)
      let types = Declarations.types(file.lines)
      return file.functions.indices.map { index in
        let outer = file.functions[file.outermost(index)].range.lowerBound.line
        let type = types.indices.contains(outer - 1) ? types[outer - 1] : ""
        let name = Declarations.name(ofFunctionAt: outer, in: file.lines, type: type) ?? "the function at \(outer)"
        return Entry(file: file, index: index, name: name, type: type, pieces: pieces[index] ?? [])
      }
    }
    self.entries = Self.measured(entries) { entry in
      [createdAt, waitAt].contains { $0.file == entry.file.path && entry.function.range.hasLine($0.line) }
    }
  }

  var lines: [String] {
    let sorted = allFacts.enumerated().sorted {
      ($0.element.rank, $0.element.distance, $0.offset) < ($1.element.rank, $1.element.distance, $1.offset)
    }.map(\.element)
    func lines(_ facts: [Fact]) -> [String] {
      facts.reduce(into: []) { lines, fact in if !lines.contains(fact.line) { lines.append(fact.line) } }
    }
    var facts = lines(sorted.filter { $0.rank < 9 })
    let also = lines(sorted.filter { $0.rank == 9 })
    if !entries.contains(where: { $0.distance > 0 && $0.function.count > 0 }) {
      facts.append(
        files.contains { $0.path == createdAt.file }
          ? "no other function of your code was called since the expectation was created"
          : "what ran is not known: the code coverage does not have the lines of the test")
    }
    facts = Array(facts.prefix(Self.mostLines - (also.isEmpty ? 0 : 1)))
    guard !also.isEmpty else { return facts }
    return facts + ["also ran: " + also.prefix(5).joined(separator: ", ") + (also.count > 5 ? ", …" : "")]
  }

  private var allFacts: [Fact] {
    let fulfillments = self.fulfillments
    let first = fulfillments.filter { $0.entry.function.count == 0 }.map { entry, piece in
      Fact(rank: 0, distance: 0, line: "not run: \(entry.file.name):\(piece.line)" + Self.quoted(piece.text))
    }
    return first
      + entries.flatMap { entry in
        let fulfills = fulfillments.contains { $0.entry.file.path == entry.file.path && $0.entry.index == entry.index }
        guard fulfills else { return facts(entry) }
        // Of a function that was not called, the line is enough.
        return entry.function.count == 0
          ? [] : facts(entry).map { Fact(rank: 0, distance: entry.distance, line: $0.line) }
      }
  }

  // MARK: Distances

  /// Follows the names in the source, breadth first, through functions that ran.
  private static func measured(_ entries: [Entry], isRoot: (Entry) -> Bool) -> [Entry] {
    var entries = entries
    // A closure belongs to the function around it.
    let groups = Dictionary(grouping: entries.indices) { index in
      "\(entries[index].file.path):\(entries[index].outermost)"
    }.values
    var left = groups.filter { $0.contains { entries[$0].function.count > 0 || isRoot(entries[$0]) } }
    var (distance, names) = (0, Set<Substring>())
    while true {
      let reached = left.filter { group in
        group.contains { distance == 0 ? isRoot(entries[$0]) : names.contains(entries[$0].name.prefix { $0 != "(" }) }
      }
      guard !reached.isEmpty else { return entries }
      left.removeAll { reached.contains($0) }
      for index in reached.joined() {
        entries[index].distance = distance
        names.formUnion(entries[index].pieces.flatMap { Declarations.words($0.text) })
      }
      distance += 1
    }
  }

  // MARK: Facts

  /// The lines of the test that would have fulfilled the expectation, and did not run.
  private var fulfillments: [(entry: Entry, piece: CoveredFile.Piece)] {
    guard let file = files.first(where: { $0.path == createdAt.file }) else { return [] }
    let name = file.text(createdAt.line)?.firstMatch(of: /(\w+)\s*(:[^=]+)?=[^=]/)?.1
    let roots = entries.filter { $0.distance == 0 }
    // The names of expectations and recorders that the test itself creates.
    let declared = Set(
      roots.flatMap { $0.file.lines[lines: $0.function.range] }
        .compactMap { $0.firstMatch(of: /let (\w+)[^=]*= (Expectation|Recorder)\b/)?.1 })
    let types = Set(roots.flatMap(\.pieces).flatMap { Declarations.words($0.text) })
    // Other tests fulfill theirs, often of the same name.
    let all = entries.filter {
      $0.file.path == file.path && ($0.distance < .max || types.contains($0.type))
    }.flatMap { entry in
      entry.pieces.filter { $0.text.contains(/\.(fulfill|record|recordEnd)\b/) }.map { (entry, $0) }
    }
    let named = all.filter { piece in name.map { piece.1.text.contains("\($0).") } ?? false }
    // It may be fulfilled under another name, as a property or an argument, but not under that of another expectation.
    let unnamed = all.filter { piece in
      let receiver = piece.1.text.firstMatch(of: /(\w+)\.(fulfill|record|recordEnd)\b/)?.1
      return receiver.map { !declared.contains($0) } ?? true
    }
    return (named.isEmpty ? unnamed : named).filter { $0.1.count == 0 }
  }

  private func facts(_ entry: Entry) -> [Fact] {
    guard entry.function.count > 0 else { return uncalled(entry).map { [$0] } ?? [] }
    guard entry.distance > 0 || entry.function.isClosure else { return [] }
    let pieces = entry.pieces
    func fact(_ rank: Int, _ line: String) -> Fact { Fact(rank: rank, distance: entry.distance, line: line) }
    var facts = unanswered(pieces, entry)
    let missing = pieces.indices.filter { pieces[$0].count == 0 }
    let calls = missing.map { pieces[$0] }.filter { isCall($0.text) }
    // What follows an exit: no branch, and not run, after something that ran.
    let left = missing.first { index in
      guard index > 0, !pieces[index].isBranch, pieces[index - 1].count > 0 else { return false }
      // Otherwise it is a part of a line, such as one side of `a ? b : c`.
      return isCall(pieces[index].text)
        || pieces[index...].prefix { $0.count == 0 }.contains { $0.line > pieces[index - 1].line }
    }
    let later = left.flatMap { left in pieces[left...].first { $0.count > 0 } }
    if let left, later == nil {
      let rest = calls.isEmpty ? pieces[left...].filter { $0.line > pieces[left - 1].line } : calls
      let last = Self.text(entry.file, pieces[left - 1])
      facts.append(fact(calls.isEmpty ? 2 : 1, "\(entry.label) ran no farther than \(last)\(Self.list(rest))"))
    } else if let first = calls.first ?? left.map({ pieces[$0] })
      ?? missing.map({ pieces[$0] }).first(where: isWorthALine)
    {
      // What ran instead: an exit, what follows an error, or another branch.
      let exit = left.map { pieces[$0 - 1] }.flatMap { isExit($0) ? $0 : later }
      let other = (exit ?? pieces.first { $0.count > 0 && isWorthALine($0) }).map { " " + Self.text(entry.file, $0) }
      let skipped = calls.isEmpty ? [first] : calls
      let line =
        other == nil && skipped[0].isBranch
        ? "\(entry.label) did not enter \(skip(skipped, entry.file))"
        : "\(entry.label) ran\(other ?? "")\(Self.list(skipped, in: other == nil ? entry.file : nil))"
      facts.append(fact(calls.isEmpty ? 3 : 1, line))
    }
    let seldom = pieces.filter { $0.count > 0 && $0.count < entry.function.count }
    let rank = pieces.contains { isCall($0.text) } ? 1 : 2
    let all = entry.function.count
    let exits = seldom.filter { $0.isBranch && ["return", "throw"].contains(Declarations.words($0.text).first) }
    facts += exits.map {
      fact(rank, "\($0.count) of \(all) times, \(entry.label) left at \(Self.text(entry.file, $0))")
    }
    if exits.isEmpty, let call = seldom.first(where: { isCall($0.text) }) {
      // A branch that ran as often as the call was missing.
      let other = seldom.first {
        $0.isBranch && $0.count == all - call.count && $0.start != call.start && !$0.text.hasSuffix(":")
      }
      let instead = other.map { ", and \(Self.times($0)) \($0.line) \(Self.shortened($0.text))" } ?? ""
      facts.append(
        fact(
          rank,
          "\(entry.label) ran \(all) times, but only \(Self.times(call)) \(Self.text(entry.file, call))\(instead)"))
    }
    if facts.isEmpty, let suspension = Self.suspension(pieces) {
      // The test's own call that the rest begins with says nothing.
      if entry.distance > 0 || suspension.line > entry.start {
        facts.append(fact(4, "\(entry.label) came at least to \(Self.text(entry.file, suspension))"))
      }
    } else if facts.isEmpty, entry.distance > 0, let call = pieces.last(where: { $0.count > 0 && isCall($0.text) }) {
      facts.append(fact(4, "\(entry.label) took no exit before \(Self.text(entry.file, call))"))
    }
    // An initializer says little, and that of a type in a function has the name of that type.
    let isInitializer = entry.name.first?.isUppercase ?? false
    return facts.isEmpty && entry.distance > 0 && !isInitializer ? [fact(9, entry.outermost)] : facts
  }

  /// A branch that only leaves is for what did not happen, and a part of a line is one side of `a ? b : c`.
  private func isWorthALine(_ piece: CoveredFile.Piece) -> Bool {
    piece.isBranch && !piece.text.hasSuffix(":") && !isExit(piece)
  }

  private func isExit(_ piece: CoveredFile.Piece) -> Bool {
    Self.exits.contains(Declarations.words(piece.text).first ?? "")
  }

  /// A closure that was not called, of a function that ran. The test's own began before the counters were copied.
  private func uncalled(_ entry: Entry) -> Fact? {
    guard entry.function.isClosure, let parent = entry.file.parent(entry.index) else { return nil }
    if entry.distance == 0, !entry.file.functions[parent].isClosure {
      guard entry.start < waitAt.line else { return nil }
    } else {
      let before = entry.file.pieces.last { $0.function == parent && $0.line <= entry.start }
      guard entry.file.functions[parent].count > 0, before?.count ?? 1 > 0 else { return nil }
    }
    // One of a line is mostly for elements, of which there were none.
    let isShort = entry.function.range.upperBound.line == entry.start
    let before = entry.file.text(before: entry.function.range.lowerBound)
    let call =
      before.contains(/\?\.\w+(\.\w+)*\s*(\([^()]*\)?\s*)?$|\?\($/)
      ? "closure of an optional call not called" : "closure not called"
    return Fact(
      rank: entry.pieces.contains { isCall($0.text) } ? 1 : isShort ? 3 : 2, distance: entry.distance,
      line: "\(call): \(entry.file.name):\(entry.start)" + Self.quoted(entry.file.text(entry.start) ?? ""))
  }

  /// Optional calls of functions of the tester that did not run.
  private func unanswered(_ pieces: [CoveredFile.Piece], _ entry: Entry) -> [Fact] {
    pieces.indices.filter { pieces[$0].count > 0 }.compactMap { index in
      guard let name = pieces[index].text.firstMatch(of: /\?\.(\w+)\(/)?.1 else { return nil }
      let callees = entries.filter { $0.name == "\(name)()" }
      guard !callees.isEmpty, callees.allSatisfy({ $0.function.count == 0 }) else { return nil }
      return Fact(
        rank: 1, distance: entry.distance, line: Self.text(entry.file, pieces[index]) + "; not run: \(name)()")
    }
  }

  /// Whether the text calls a closure, an optional, or something that tells others that work is over.
  private func isCall(_ text: String) -> Bool {
    text.matches(of: /(\w+)[?!]?\(/).contains { closures.contains("\($0.1)") || Self.endings.contains("\($0.1)") }
      || text.contains(/\?\.\w+\(|\?\(/)
  }

  /// What decides about a branch, and what of it did not run, if that is on other lines.
  private func skip(_ skipped: [CoveredFile.Piece], _ file: CoveredFile) -> String {
    let start = skipped[0].start
    let text = "\(file.name):\(start)" + Self.quoted(file.text(start) ?? "")
    return text + (skipped.allSatisfy { $0.line == start } ? "" : Self.list(skipped))
  }

  /// The first `await` that was reached. Counters are of branches, and not of lines: code after it is counted when the
  /// code before it begins.
  private static func suspension(_ pieces: [CoveredFile.Piece]) -> CoveredFile.Piece? {
    pieces.first { $0.count > 0 && Declarations.words($0.text).contains("await") }
  }

  // MARK: Text

  private static func times(_ piece: CoveredFile.Piece) -> String { piece.count == 1 ? "once" : "\(piece.count) times" }

  /// `Store.swift:22: return`
  private static func text(_ file: CoveredFile, _ piece: CoveredFile.Piece) -> String {
    "\(file.name):\(piece.line)" + quoted(file.text(piece.line) ?? "")
  }

  /// `; not run: 28 completion(true), 30 completion(false)`
  private static func list(_ pieces: [CoveredFile.Piece], in file: CoveredFile? = nil) -> String {
    let list = pieces.prefix(2).map { "\($0.line)" + ($0.text.isEmpty ? "" : " \(shortened($0.text))") }
    return "; not run: " + (file.map { "\($0.name):" } ?? "") + list.joined(separator: ", ")
      + (pieces.count > 2 ? ", …" : "")
  }

  private static func quoted(_ text: String) -> String { text.isEmpty ? "" : ": " + shortened(text) }

  private static func shortened(_ text: String) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}

extension [Substring] {
  /// The lines of a function, which are numbered from 1.
  fileprivate subscript(lines range: Range<CoveredFile.Position>) -> ArraySlice<Substring> {
    self[Swift.min(range.lowerBound.line - 1, count)..<Swift.min(range.upperBound.line, count)]
  }
}

extension Range<CoveredFile.Position> {
  fileprivate func hasLine(_ line: Int) -> Bool { lowerBound.line <= line && line <= upperBound.line }
}
