import Foundation

/// Shortens the names of functions as the demangler writes them.
enum FunctionName {
  /// Returns the type and the function: `AsyncLock.lock()` for
  /// `(3) suspend resume partial function for AppTests.AsyncLock.lock() async -> ()`.
  static func short(_ name: String) -> String {
    var text = Substring(name)
    if let range = text.range(of: "partial function for ") { text = text[range.upperBound...] }
    if let range = text.range(of: " in ", options: .backwards), text.contains("closure #") {
      return "a closure in \(short(String(text[range.upperBound...])))"
    }
    for end in [" async ", " throws ", " -> "] {
      if let range = text.range(of: end) { text = text[..<range.lowerBound] }
    }
    let parameters = text.firstIndex(of: "(") ?? text.endIndex
    let path = text[..<parameters].split(separator: ".")
    return path.suffix(path.count > 2 ? 2 : 1).joined(separator: ".") + text[parameters...]
  }
}
