import Foundation

/// The size of the exhaustive and the random proofs: a part of all cases, or all of them with
/// `EXPECTATIONS_PROOFS=full`.
package enum ProofSize {
  package static let isFull: Bool = {
    switch ProcessInfo.processInfo.environment["EXPECTATIONS_PROOFS"] {
    case nil, "small": return false
    case "full": return true
    case let other?: fatalError("EXPECTATIONS_PROOFS=\(other) is neither \"small\" nor \"full\"")
    }
  }()

  /// The name of the size, for the output of a proof.
  package static var name: String {
    (isFull ? "full size" : "small size") + (Sanitizer.isActive ? ", under a sanitizer" : "")
  }

  /// - Parameter sanitized: The value under a sanitizer, in both sizes. There, each case takes many times as long. The
  ///   cases that are left out run only without a sanitizer.
  package static func of<Value>(small: Value, full: Value, sanitized: Value? = nil) -> Value {
    if let sanitized, Sanitizer.isActive { return sanitized }
    return isFull ? full : small
  }

  /// Prints a figure of a proof, at the full size only.
  package static func print(_ parts: Any...) {
    if isFull { Swift.print(parts.map { "\($0)" }.joined(separator: " ")) }
  }
}
