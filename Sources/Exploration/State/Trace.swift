import Expectations

/// The choices that a run made, which is all that is needed to repeat it.
struct Trace: Equatable, Sendable {
  struct Choice: Equatable, Sendable {
    /// The index of the candidate that ran, and its place in ``ChoiceOrder/sameTask``.
    var taken: Int
    var rank: Int
    /// The number of candidates, which is at least 2.
    var count: Int
    /// A hash of the steps and candidates up to here. It is the same whenever the body repeats its steps so far.
    var history: UInt64
  }

  private(set) var choices: [Choice] = []
  private(set) var last = Candidate.Event.job(of: 0)
  /// The number of steps, with those that were the only candidate.
  private(set) var steps = 0
  /// A hash of the events and of all candidates, in order. Two runs with the same hash took the same steps.
  private(set) var fingerprint: UInt64 = 0
  /// Whether a limit of steps ended the choices: the run has orders that no plan reaches.
  var isCut = false

  mutating func addChoice(_ taken: Int, among candidates: [Candidate]) {
    for candidate in candidates {
      fingerprint = RandomNumbers.hash(RandomNumbers.hash(fingerprint, candidate.event.number), candidate.number)
    }
    let rank = ChoiceOrder.sameTask.rank(of: taken, among: candidates, after: last)
    choices.append(Choice(taken: taken, rank: rank, count: candidates.count, history: fingerprint))
  }

  mutating func addStep(_ event: Candidate.Event) {
    steps += 1
    last = event
    fingerprint = RandomNumbers.hash(fingerprint, event.number)
  }

  /// Whether a run took the same steps, as far as its choices are the same.
  func agrees(with other: Trace) -> Bool {
    guard let end = zip(choices, other.choices).first(where: { $0.taken != $1.taken }) else {
      return fingerprint == other.fingerprint
    }
    return end.0.history == end.1.history
  }

  /// A short hash of the steps up to the last of the first `count` choices; nil if there are none.
  func fingerprint(ofFirst count: Int) -> Int? {
    guard count > 0, count <= choices.count else { return nil }
    return 1 + Int(choices[count - 1].history % 4_095)
  }

  /// The places of the candidates that ran, up to the last one that was not the first in an order.
  func deviations(_ order: ChoiceOrder = .arrival) -> [Int] {
    let places = choices.map(order == .arrival ? \.taken : \.rank)
    return Array(places[..<((places.lastIndex { $0 > 0 } ?? -1) + 1)])
  }
}
