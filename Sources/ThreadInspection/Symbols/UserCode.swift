/// Decides which frames are the tester's own code.
struct UserCode {
  /// Modules whose frames are never the tester's: the library that waits, and this one.
  static let libraryModules = ["Expectations", "ThreadInspection"]

  private enum Rank: Int {
    /// Code of a package that the tester's depends on.
    case dependency
    case own
  }

  private let modulePrefixes: [String]
  private var files: [String: Bool] = [:]
  /// Whether the sources are here at all. Tests may run on another machine than the one that built them.
  private let areSourcesHere: Bool

  init(_ places: some Sequence<CodePlace>, libraryModules: [String] = libraryModules) {
    modulePrefixes = libraryModules.map { "$s\($0.utf8.count)\($0)" }
    for path in places.compactMap(\.line?.shown.path) where files[path] == nil {
      files[path] = SourceText.exists(path)
    }
    areSourcesHere = files.values.contains(true)
  }

  /// The index of the innermost frame of the tester's code; nil when there is none.
  /// - `places`: The frames, the innermost first; nil for one about which nothing is known.
  func innermost(_ places: [CodePlace?]) -> Int? {
    let ranks = places.map { $0.flatMap(rank) }
    return ranks.firstIndex(of: .own) ?? ranks.firstIndex(of: .dependency) ?? places.firstIndex(where: isNamedOnly)
  }

  /// Whether a frame is one of the library that waits.
  func isLibrary(_ place: CodePlace?) -> Bool {
    guard let symbol = place?.symbol else { return false }
    return modulePrefixes.contains { symbol.hasPrefix($0) }
  }

  private func rank(_ place: CodePlace) -> Rank? {
    guard place.hasLines, let shown = place.shownLine, !isLibrary(place), isSource(shown.path)
    else { return nil }
    return shown.path.range(of: "/.build/checkouts/") != nil ? .dependency : .own
  }

  private func isSource(_ path: String) -> Bool {
    guard path.range(of: "swift-generated-sources") == nil, !path.hasSuffix("<compiler-generated>"),
      !path.hasSuffix("/runner.swift")
    else { return false }
    return areSourcesHere ? files[path] ?? false : path.hasSuffix(".swift")
  }

  /// Whether a frame without debug information is in a Swift module that is not one of the toolchain's.
  private func isNamedOnly(_ place: CodePlace?) -> Bool {
    guard let place, !place.hasLines, !place.isSystem, !isLibrary(place), let symbol = place.symbol
    else { return false }
    guard symbol.hasPrefix("$s"), symbol.dropFirst(2).first?.isNumber == true else { return false }
    return !Self.toolchainModules.contains { symbol.hasPrefix("$s\($0.utf8.count)\($0)") }
  }

  /// Modules whose generic functions the compiler copies into the tester's image.
  private static let toolchainModules = [
    "Foundation", "FoundationEssentials", "Dispatch", "Testing", "XCTest", "Synchronization", "Observation",
  ]
}
