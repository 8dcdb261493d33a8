/// The last few different values of a condition, each with the time of the evaluation that first found it.
///
/// The values are kept as text: a condition may wait for the release of the object that it reads.
struct RecentValues: Sendable, Equatable {
  struct Value: Sendable, Equatable {
    var text: String
    var time: Duration
  }

  private static let kept = 4

  private(set) var last: [Value] = []
  /// How many different values in a row there were, including those that are not kept.
  private(set) var count = 0

  /// Notes the value of an evaluation. Equal values in a row count as one.
  mutating func note(_ text: String, at time: Duration) {
    guard last.last?.text != text else { return }
    if last.count == Self.kept { last.removeFirst() }
    last.append(Value(text: text, time: time))
    count += 1
  }
}
