/// How many waits ended with each outcome.
struct OutcomeCounts {
  private var counts: [String: Int] = [:]
  private(set) var waits = 0

  /// The library has nine names, so a file with more is not all its own.
  private static let limit = 100

  mutating func add(_ entry: LedgerEntry) {
    guard entry.isWait else { return }
    waits += 1
    let isKnown = counts[entry.outcome] != nil || counts.count < Self.limit
    counts[isKnown ? entry.outcome : "other", default: 0] += 1
  }

  /// `4 waits: 3 completed, 1 timedOut`
  var text: String {
    let counts = counts.map { ($0.value, $0.key) }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }
      .map { "\(NumberText.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    return "\(Self.waits(waits))\(counts.isEmpty ? "" : ": \(counts)")"
  }

  static func waits(_ count: Int) -> String { count == 1 ? "1 wait" : "\(NumberText.grouped(count)) waits" }
}
