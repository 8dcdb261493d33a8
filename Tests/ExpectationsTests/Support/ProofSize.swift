import Foundation

/// How much the exhaustive and the random proofs run: a part of everything, or all of it with
/// `EXPECTATIONS_PROOFS=full`.
enum ProofSize {
  static let isFull: Bool = {
    switch ProcessInfo.processInfo.environment["EXPECTATIONS_PROOFS"] {
    case nil, "small": return false
    case "full": return true
    case let other?: fatalError("EXPECTATIONS_PROOFS=\(other) is neither \"small\" nor \"full\"")
    }
  }()

  /// For what a proof prints.
  static var name: String { isFull ? "full size" : "small size" }

  static func of<Value>(small: Value, full: Value) -> Value { isFull ? full : small }
}
