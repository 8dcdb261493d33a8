import Foundation

/// Shortens the names of functions as the demangler writes them.
enum FunctionName {
  /// How the name of a closure begins.
  static let closure = "a closure in "

  /// Returns the function: `a closure in deadlock()` for `closure #2 in deadlock()`.
  static func short(_ name: String) -> String {
    let parts = name.components(separatedBy: " in ")
    let function = (parts.last ?? name).replacing("variable initialization expression of ", with: "")
      .replacing("static ", with: "").replacing("@Sendable ", with: "")
    return parts[0].contains("closure #") ? closure + function : function
  }
}
