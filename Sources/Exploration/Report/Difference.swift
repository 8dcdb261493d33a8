/// Two runs that made the same choices, and took other steps.
struct Difference: Equatable, Sendable {
  /// The number of the schedule at which it was noticed, counted from 1.
  var number: Int
  /// The steps of two such runs; nil when no further run differed, or when there was none.
  var logs: Logs?
  /// Whether further runs were made.
  var isRepeated = false

  struct Logs: Equatable, Sendable {
    var one: StepLog
    var other: StepLog
    /// The index of the first step that differs. One of the runs may have ended before.
    var index: Int

    /// Returns nil if the steps are the same.
    init?(_ one: StepLog, _ other: StepLog) {
      let common = min(one.entries.count, other.entries.count)
      let first = (0..<common).first { !one.entries[$0].isSameStep(as: other.entries[$0]) }
      guard let index = first ?? (one.entries.count == other.entries.count ? nil : common) else { return nil }
      (self.one, self.other, self.index) = (one, other, index)
    }
  }
}

extension StepLog.Entry {
  /// Whether both are the same step. When a task has ended and where it stops is read from its memory, and where an
  /// actor lies differs from run to run: none of these is compared.
  fileprivate func isSameStep(as other: Self) -> Bool {
    var other = other
    other.ended = ended
    other.stops = stops
    other.actor = actor
    return self == other
  }
}
