/// A job that may run next, as a chooser sees it.
struct Candidate: Equatable, Sendable {
  /// The number of the strand: the body is 0, and each new task gets the next number, or one that follows from what
  /// created it. A drain of an actor belongs to the strand whose hop caused it.
  var strand: Int

  /// The number of the arrival. Every arrival of a run has its own, in the order in which jobs became ready.
  var arrival: Int

  /// Whether it is the call of an actor by the step that made it ready.
  var isCall = false

  /// The strand of the candidate that lets time pass while jobs are ready.
  static let timeStrand = -1
  /// The strand of the candidate that cancels the task of another strand.
  static func cancellation(of strand: Int) -> Int { -2 - strand }
  /// The first strand, and arrival, of candidates that are values, downward.
  static let firstValueStrand = -1_000_000_000
}
