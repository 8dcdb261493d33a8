import Foundation

#if os(Linux)
  import ThreadInspection
#endif

/// A place in the program: a function, and its line if there is debugging information.
struct CodePlace: Equatable, Sendable {
  /// The function without its module and generic arguments: `AsyncLock.lock()`.
  var function: String
  /// The name of the file and the line: `AsyncLock.swift:59`.
  var line: String?
  /// The full path of the file.
  var path: String?
}

/// Finds the functions and lines of addresses.
enum CodeSymbols {
  /// The time to look up one failure. Usually it takes less than a tenth of a second.
  private static let limit = Duration.seconds(5)

  /// Returns the places of addresses in code that has lines.
  static func places(of addresses: Set<UInt>) -> [UInt: CodePlace] {
    guard !addresses.isEmpty else { return [:] }
    return CodeLookup.places(of: addresses, limit: limit).compactMapValues { place in
      guard let path = place.file, let line = place.line, !path.contains("<compiler-generated>") else { return nil }
      let file = path.split(separator: "/").last ?? ""
      return CodePlace(function: FunctionName.short(place.function ?? "?"), line: "\(file):\(line)", path: path)
    }
  }

  /// The addresses in the functions that the calling code runs in, the innermost first. Each lies in a call, not after.
  static func capture() -> [UInt] { Thread.callStackReturnAddresses.prefix(32).map { $0.uintValue &- 1 } }
}

extension CodePlace {
  /// Whether the place is in this module.
  var isOfExploration: Bool { isIn("Exploration") }

  /// Whether the place is in this module, in that of the waits, or in that of the tasks that a test leaves.
  var isOfLibrary: Bool { isOfExploration || ["Expectations", "Leftovers"].contains(where: isIn) }

  private static let sources = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  private func isIn(_ module: String) -> Bool { path?.hasPrefix("\(Self.sources)/\(module)/") ?? false }
}
