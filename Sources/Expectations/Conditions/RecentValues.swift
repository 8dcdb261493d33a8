/// The last few different values of a condition, each with the time of the look that found it first.
///
/// They are kept as text: a condition may wait for the very object to go away that it looks at.
struct RecentValues: Sendable, Equatable {
  struct Value: Sendable, Equatable {
    var text: String
    var time: Duration
  }

  private static let kept = 4

  private(set) var last: [Value] = []
  /// How many there were, one after the other, with those that are not kept.
  private(set) var count = 0

  /// A look found this value. Equal ones in a row are one.
  mutating func note(_ text: String, at time: Duration) {
    guard last.last?.text != text else { return }
    if last.count == Self.kept { last.removeFirst() }
    last.append(Value(text: text, time: time))
    count += 1
  }
}
