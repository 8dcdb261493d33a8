// Prints the public declarations in a symbol graph, one per line, sorted by name: without comments, source locations
// and declarations that the compiler adds. The arguments are the files of one module's graph.
import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Fragment: Decodable {
      let kind, spelling: String
      let preciseIdentifier: String?
    }
    struct Identifier: Decodable { let precise: String }
    struct Constraint: Decodable, Hashable { let kind, lhs, rhs: String }
    struct Generics: Decodable { let constraints: [Constraint]? }
    struct Availability: Decodable {
      let isUnconditionallyUnavailable: Bool?
      let isUnconditionallyDeprecated: Bool?
      let message: String?
    }

    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let swiftGenerics, swiftExtension: Generics?
    let availability: [Availability]?
  }

  struct Relationship: Decodable {
    let kind, source, target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

extension SymbolGraph.Symbol {
  /// The declaration on one line, with its conformances and its availability, which the graph stores separately.
  func declaration(conformingTo protocols: [String]) -> String {
    var text = Self.text(of: declarationFragments ?? [])
    text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !protocols.isEmpty {
      let end = text.range(of: " where ")?.lowerBound ?? text.endIndex
      text.insert(contentsOf: ": \(protocols.sorted().joined(separator: ", "))", at: end)
    }
    for availability in availability ?? [] {
      let message = availability.message.map { ", message: \"\($0)\"" } ?? ""
      if availability.isUnconditionallyUnavailable == true { text = "@available(*, unavailable\(message)) \(text)" }
      if availability.isUnconditionallyDeprecated == true { text = "@available(*, deprecated\(message)) \(text)" }
    }
    return text
  }

  /// Joins the fragments. The types of the module get their whole names: the compiler
  /// sometimes writes only `Outcome` for `WaitReport.Outcome`, or `Duration` for `ManualClock.Duration`.
  private static func text(of fragments: [Fragment]) -> String {
    var text = ""
    var path: [Fragment] = []
    func endPath() {
      guard let first = path.first?.preciseIdentifier, let last = path.last else { return }
      let own = last.preciseIdentifier.flatMap { names[$0] }
      let shown = own ?? (names[first] == nil ? path.map(\.spelling) : [last.spelling])
      text += shown.joined(separator: ".")
      path = []
    }
    for (index, fragment) in fragments.enumerated() {
      let isInside = fragment.spelling == "." && !path.isEmpty && fragments[index + 1].kind == "typeIdentifier"
      if isInside { continue }
      let isNext = index > 0 && fragments[index - 1].spelling == "."
      if fragment.kind == "typeIdentifier", fragment.preciseIdentifier != nil {
        if !isNext { endPath() }
        path.append(fragment)
      } else {
        endPath()
        text += fragment.spelling
      }
    }
    endPath()
    return text
  }

  /// The constraints of its extension, without those of the type itself.
  func conditions(beyond type: SymbolGraph.Symbol?) -> String {
    let own = Set(type?.swiftGenerics?.constraints ?? [])
    let added = (swiftExtension?.constraints ?? []).filter { !own.contains($0) }
    guard !added.isEmpty else { return "" }
    return " where " + added.map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }.joined(separator: ", ")
  }
}

/// The protocols that every type conforms to.
let implied: Set = ["Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype"]

let graphs = try CommandLine.arguments.dropFirst().map { path in
  try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}
let symbols = graphs.flatMap(\.symbols)
let names = Dictionary(symbols.map { ($0.identifier.precise, $0.pathComponents) }) { first, _ in first }
let types = Dictionary(symbols.map { ($0.pathComponents, $0) }) { first, _ in first }

var conformances: [String: Set<String>] = [:]
var foreign: Set<String> = []
for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
  let target = names[relationship.target]?.joined(separator: ".") ?? relationship.targetFallback ?? relationship.target
  let name = target.split(separator: ".").last.map(String.init) ?? target
  guard !implied.contains(name) else { continue }
  if names[relationship.source] == nil {
    foreign.insert("extension \(relationship.source): \(name)")
  } else {
    conformances[relationship.source, default: []].insert(name)
  }
}

let lines = symbols.map { symbol in
  let context = Array(symbol.pathComponents.dropLast())
  let declaration = symbol.declaration(conformingTo: Array(conformances[symbol.identifier.precise] ?? []))
  let conditions = symbol.conditions(beyond: types[context])
  let owner = context.joined(separator: ".")
  return (
    // A type comes before its members.
    key: symbol.pathComponents.joined(separator: ".") + "\u{0}" + conditions + declaration,
    text: owner.isEmpty ? declaration : "\(owner)\(conditions): \(declaration)"
  )
}
// Two of the files can contain the same member of an extension.
var printed: Set<String> = []
for line in lines.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
  if printed.insert(line.text).inserted { print(line.text) }
}
for line in foreign.sorted() { print(line) }
