import Foundation

/// Shortens the names of functions as the demangler writes them.
enum FunctionName {
  /// Returns the function: `a closure in deadlock()` for `closure #2 in deadlock()`.
  static func short(_ name: String) -> String {
    let parts = name.components(separatedBy: " in ")
    let function = (parts.last ?? name).replacing("variable initialization expression of ", with: "")
      .replacing("static ", with: "")
    return parts[0].contains("closure #") ? "a closure in \(function)" : function
  }
}
