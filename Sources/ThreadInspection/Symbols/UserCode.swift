/// Decides which frames are your own code.
struct UserCode {
  /// Modules whose frames are never yours: the libraries of this package, and this one.
  private static let libraryModules = ["Exploration", "Leftovers"].map(Module.init) + waitingModules

  private enum Rank {
    case own
    /// Code of a package that yours depends on.
    case dependency
    /// Only its name shows that it is yours.
    case named
  }

  /// The modules in which a thread is only because it waits. An exploration runs your code.
  private static let waitingModules = [
    "Expectations", "ExpectationsDiagnosis", "ThreadInspection", "XCTestCompatibility",
  ].map(Module.init)

  private var files: [String: Bool] = [:]
  /// Whether the sources are here at all. Tests may run on another machine than the one that built them.
  private let areSourcesHere: Bool

  /// - `hasSource`: Whether a source file is on this machine.
  init(_ places: some Sequence<CodePlace>, hasSource: (String) -> Bool = SourceText.exists) {
    for path in places.compactMap(\.shownFile) where files[path] == nil {
      files[path] = hasSource(path)
    }
    areSourcesHere = files.values.contains(true)
  }

  /// The index of the innermost frame of your code; nil when there is none.
  /// - `places`: The frames, the innermost first; nil for one about which nothing is known.
  func innermost(_ places: [CodePlace?]) -> Int? {
    let ranks = places.map { $0.flatMap(rank) }
    return ranks.firstIndex(of: .own) ?? ranks.firstIndex(of: .dependency) ?? ranks.firstIndex(of: .named)
  }

  /// Whether a frame is one of the library that waits.
  static func waits(_ place: CodePlace?) -> Bool { isPlace(place, ofOneOf: waitingModules) }

  private static func isPlace(_ place: CodePlace?, ofOneOf modules: [Module]) -> Bool {
    guard let symbol = place?.symbol else { return false }
    return modules.contains { symbol.hasPrefix($0.prefix) || symbol.contains(text: $0.extensions) }
  }

  /// The parts of symbols that tell a module.
  private struct Module {
    /// How the symbols of its functions begin.
    let prefix: String
    /// What stands in the symbols of its extensions of types of other modules, such as `XCTestCase`.
    let extensions: String

    init(_ name: String) {
      prefix = UserCode.prefix(name)
      extensions = "\(name.utf8.count)\(name)E"
    }
  }

  /// How the symbols of a module's functions begin.
  private static func prefix(_ module: String) -> String { "$s\(module.utf8.count)\(module)" }

  private func rank(_ place: CodePlace) -> Rank? {
    guard !Self.isPlace(place, ofOneOf: Self.libraryModules), !place.isSystem else { return nil }
    // Before its line is known, the innermost function with a name of yours is the best guess.
    guard place.isLineRead else { return hasOwnName(place) ? .own : nil }
    guard place.hasLines else { return hasOwnName(place) ? .named : nil }
    if let path = place.shownFile, isSource(path, of: place) {
      return path.contains(text: "/.build/checkouts/") ? .dependency : .own
    }
    // In optimized code, the line may be that of a function of the toolchain that became a part of yours.
    return place.isOptimized && hasOwnName(place) ? .named : nil
  }

  private func isSource(_ path: String, of place: CodePlace) -> Bool {
    guard !path.contains(text: "swift-generated-sources"), !path.hasSuffix("<compiler-generated>"),
      !TestRunner.isFile(path)
    else { return false }
    return areSourcesHere ? files[path] ?? false : path.hasSuffix(".swift") && hasOwnName(place)
  }

  /// Whether a function is of a Swift module that is not one of the toolchain's.
  private func hasOwnName(_ place: CodePlace) -> Bool {
    guard let symbol = place.symbol, symbol.hasPrefix("$s"), symbol.dropFirst(2).first?.isNumber == true
    else { return false }
    return !Self.toolchainPrefixes.contains { symbol.hasPrefix($0) } && !TestRunner.isPart(symbol)
  }

  /// Modules whose generic functions the compiler copies into your image.
  private static let toolchainPrefixes = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
    "Dispatch", "Testing", "XCTest", "Synchronization", "Observation", "Distributed", "RegexBuilder", "Runtime",
    "_StringProcessing", "_RegexParser", "_Testing_Foundation", "_TestingInternals", "Glibc", "Musl", "Darwin",
  ].map(prefix)
}
