/// Runs strands in an order that is given, and then the order of arrival.
struct GivenStrands: Equatable, Sendable {
  private let strands: [Int]
  private var position = 0
  /// Whether a strand was not ready when it was to run: the run is not the one that the strands come from.
  private(set) var missed = false

  /// Whether the calls of actors by a step follow it at once.
  let callsFollow: Bool

  init(strands: [Int], callsFollow: Bool) { (self.strands, self.callsFollow) = (strands, callsFollow) }

  /// Returns the index of the candidate that is next. There may be only one.
  mutating func next(among candidates: [Candidate]) -> Int {
    if callsFollow, let call = candidates.firstIndex(where: \.isCall) { return call }
    guard position < strands.count, !missed else { return 0 }
    defer { position += 1 }
    guard let index = candidates.firstIndex(where: { $0.strand == strands[position] }) else {
      missed = true
      return 0
    }
    return index
  }
}
