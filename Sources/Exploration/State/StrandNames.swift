/// The names of strands: the body, then A, B, C in the order in which they begin.
struct StrandNames: Equatable, Sendable {
  var own: [Int: String] = [:]

  init(own: [Int: String] = [:]) {
    // Of several tasks with one name, the later ones get a number.
    var counts: [String: Int] = [:]
    for (strand, name) in own.sorted(by: { $0.key < $1.key }) {
      counts[name, default: 0] += 1
      self.own[strand] = counts[name] == 1 ? name : "\(name) \(counts[name]!)"
    }
  }

  subscript(strand: Int) -> String {
    if let name = own[strand] { return name }
    if strand <= 0 { return "body" }
    guard strand <= 26 else { return "task \(strand)" }
    return String(UnicodeScalar(UInt8(64 + strand)))
  }

  func list(_ strands: [Int]) -> String { strands.map { self[$0] }.joined(separator: ", ") }
}
