/// Repeats choices that are given, and then takes the first candidate each time.
struct GivenChoices: Equatable, Sendable {
  let choices: [Int]
  private let order: ChoiceOrder
  private var position = 0
  /// Whether a choice was too large for its candidates: the run is not the one that the choices come from.
  private(set) var wereTooLarge = false

  init(choices: [Int], order: ChoiceOrder = .arrival) {
    self.choices = choices
    self.order = order
  }

  /// Returns the index of the candidate that is next after an event.
  mutating func next(among candidates: [Candidate], after last: Candidate.Event) -> Int {
    var rank = 0
    if position < choices.count {
      wereTooLarge = wereTooLarge || choices[position] >= candidates.count
      rank = min(choices[position], candidates.count - 1)
      position += 1
    }
    return order.index(of: rank, among: candidates, after: last)
  }
}

/// In which order the candidates of a choice are counted. The first one needs no word in a code.
enum ChoiceOrder: Equatable, Sendable {
  /// The order of arrival.
  case arrival
  /// The task of the last step first, if it can go on, and then the order of arrival.
  case sameTask

  /// The place of the candidate at an index in this order.
  func rank(of index: Int, among candidates: [Candidate], after last: Candidate.Event) -> Int {
    let first = first(candidates, after: last)
    return index == first ? 0 : index < first ? index + 1 : index
  }

  /// The index of the candidate at a place in this order.
  func index(of rank: Int, among candidates: [Candidate], after last: Candidate.Event) -> Int {
    let first = first(candidates, after: last)
    return rank == 0 ? first : rank <= first ? rank - 1 : rank
  }

  private func first(_ candidates: [Candidate], after last: Candidate.Event) -> Int {
    self == .arrival ? 0 : candidates.firstIndex { $0.event == last } ?? 0
  }
}
