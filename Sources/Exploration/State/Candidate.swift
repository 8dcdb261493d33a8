/// What may happen next, as a plan sees it.
struct Candidate: Equatable, Sendable {
  enum Event: Hashable, Sendable {
    /// The next job of a strand: 0 for the body, then one for each task. A drain is of the strand whose hop caused it.
    case job(of: Int)
    /// Time passes, or the tasks go on that wait until no other one can.
    case time
    /// One of the tasks that the body gives for it is canceled, counted from 0.
    case cancellation(of: Int)
    /// A step gets one of some values, both counted from 0: the value, and the choices before this one.
    case value(Int, ofChoice: Int)

    /// A number that no other event has. Random choices follow from it, so it must stay: a seed means the same
    /// schedules, and a code the same steps, in each version.
    var number: Int {
      switch self {
      case .job(let strand): strand
      case .time: -1
      case .cancellation(let task): -2 - task
      case .value(let value, let choice): -1_000_000_000 - choice << 32 - value
      }
    }
  }

  var event: Event

  /// For a job, how many became ready before it. For time and a cancellation, the step before which it may happen.
  var arrival: Int

  /// A number that no other candidate of the run has, which must stay like that of the event.
  var number: Int {
    switch event {
    case .job: arrival
    case .time: -1 - 1_001 * arrival
    case .cancellation(let task): -2 - 1_001 * arrival - task
    case .value: event.number
    }
  }
}

extension [Candidate] {
  /// The index of the first candidate with the greatest rank.
  func indexOfGreatest(_ rank: (Candidate) -> UInt64) -> Int { indices.max { rank(self[$0]) < rank(self[$1]) } ?? 0 }
}

/// In which order the candidates of a choice are counted. The first one needs no word in a code.
enum ChoiceOrder: Equatable, Sendable {
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
