/// Why a function keeps XCTest's waits.
struct Reason: Error, Equatable, Sendable {
  var line: Int
  var text: String
}

/// A function that keeps XCTest's waits.
struct LeftFunction: Equatable, Sendable, CustomStringConvertible {
  var path: String
  /// Nil for code outside of functions.
  var name: String?
  var reason: Reason

  var description: String { "\(path):\(reason.line): \(name.map { "\($0)(): " } ?? "")\(reason.text)" }
}
