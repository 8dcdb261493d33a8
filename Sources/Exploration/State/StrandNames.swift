/// The names of strands: the body, then A, B, C in the order in which they begin.
struct StrandNames: Equatable, Sendable {
  /// The names that tasks have of their own.
  var own: [Int: String] = [:]

  subscript(strand: Int) -> String {
    if let name = own[strand] { return name }
    if strand <= 0 { return "body" }
    guard strand <= 26 else { return "task \(strand)" }
    return String(UnicodeScalar(UInt8(64 + strand)))
  }

  func list(_ strands: [Int]) -> String { strands.map { self[$0] }.joined(separator: ", ") }
}
