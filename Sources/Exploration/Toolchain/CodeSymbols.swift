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
  var path: String?

  static let closure = "a closure in "

  /// Shortens a name of the demangler: `a closure in deadlock()` for `closure #2 in deadlock()`.
  static func function(_ name: String) -> String {
    let parts = name.components(separatedBy: " in ")
    let function = (parts.last ?? name).replacing("variable initialization expression of ", with: "")
      .replacing("static ", with: "").replacing("@Sendable ", with: "")
    return parts[0].contains("closure #") ? closure + function : function
  }

  private static let sources = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  private func isIn(_ module: String) -> Bool { path?.hasPrefix("\(Self.sources)/\(module)/") ?? false }
  var isOfExploration: Bool { isIn("Exploration") }
  /// Whether the place is in this module, in that of the waits, or in that of the tasks that a test leaves.
  var isOfLibrary: Bool { ["Exploration", "Expectations", "Leftovers"].contains(where: isIn) }
}

enum CodeSymbols {
  static func places(of addresses: Set<UInt>) -> [UInt: CodePlace] {
    #if os(Linux)
      guard !addresses.isEmpty else { return [:] }
      // Usually, that takes less than a tenth of a second.
      return CodeLookup.places(of: addresses, limit: .seconds(5)).compactMapValues { place in
        guard let path = place.file, let line = place.line, !path.contains("<compiler-generated>") else { return nil }
        let file = path.split(separator: "/").last ?? ""
        return CodePlace(function: CodePlace.function(place.function ?? "?"), line: "\(file):\(line)", path: path)
      }
    #else
      return [:]
    #endif
  }

  /// The addresses in the functions that the calling code runs in, the innermost first. Each lies in a call, not after.
  static func capture() -> [UInt] { Thread.callStackReturnAddresses.prefix(32).map { $0.uintValue &- 1 } }
}
