/// The choices that a run made, which is all that is needed to repeat it.
struct Trace: Equatable, Sendable {
  struct Choice: Equatable, Sendable {
    /// The index of the candidate that ran.
    var taken: Int
    /// The number of candidates, which is at least 2.
    var count: Int
  }

  private(set) var choices: [Choice] = []

  /// The number of jobs that ran, with those that were the only candidate.
  private(set) var steps = 0

  /// A hash of the strands that ran, in order. Two runs with the same hash took the same steps.
  private(set) var fingerprint: UInt64 = 0

  mutating func add(_ choice: Choice) { choices.append(choice) }

  mutating func addStep(strand: Int) {
    steps += 1
    fingerprint = RandomNumbers.hash(fingerprint, strand)
  }

  /// The indices of the candidates that ran, up to the last one that was not the first to arrive.
  var deviations: [Int] {
    choices[..<((choices.lastIndex { $0.taken > 0 } ?? -1) + 1)].map(\.taken)
  }
}
