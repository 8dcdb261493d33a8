/// What may happen next, as a plan sees it.
struct Candidate: Equatable, Sendable {
  enum Event: Hashable, Sendable {
    /// The next job of a strand runs. The body is strand 0, and each new task gets the next number. A drain of an actor
    /// belongs to the strand whose hop caused it.
    case job(of: Int)
    /// Time passes, or the tasks go on that wait until no other one can.
    case time
    /// One of the tasks is canceled that the body has given for it, counted from 0.
    case cancellation(of: Int)
    /// A step gets one of some values, both counted from 0: the value, and the choices before this one.
    case value(Int, ofChoice: Int)

    /// A number that no other event has. What is random follows from it, so that a seed means the same schedules, and a
    /// code the same steps, in each version.
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

  /// The number of the arrival. Every arrival of a run has its own, in the order in which jobs became ready. What is no
  /// job has one below.
  var arrival: Int
}
