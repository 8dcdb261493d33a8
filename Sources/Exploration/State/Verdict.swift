enum Verdict: Equatable, Sendable {
  case passed
  /// The body threw an error, or the framework of the test recorded a failure.
  case failed(Failure)
  /// Nothing could run, nothing slept, and the body had not ended.
  case stuck
  /// The body had not ended after so many steps, the last ones in a fair order.
  case endless(steps: Int)

  /// It is thrown by `linearizable`, and not by code that is explored.
  struct Failure: Error, Equatable {
    var text: String
    /// The place of the failure, as in `CounterTests.swift:31`; nil when unknown.
    var place: String?
    /// What failed, where no place tells it: the type of an error, for example.
    var kind: String?
  }

  /// Whether both are of one kind, so that a shorter schedule with the one shows the same problem as the other.
  func isLike(_ other: Verdict) -> Bool {
    switch (self, other) {
    case (.passed, .passed), (.stuck, .stuck), (.endless, .endless): true
    case (.failed(let one), .failed(let two)): one.place == two.place && one.kind == two.kind
    default: false
    }
  }

  /// The verdict of a run that also recorded a failure, which explains more than an error that follows from it.
  func or(_ failure: Failure?) -> Verdict { failure.map { .failed($0) } ?? self }
}
