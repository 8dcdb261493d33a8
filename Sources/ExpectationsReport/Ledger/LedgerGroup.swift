/// The waits of one line of source that can time out.
struct LedgerGroup {
  let place: String
  let description: String
  private(set) var count = 0
  private(set) var failures = 0
  /// The largest share of its time that one of the waits used.
  private(set) var share = 0.0
  /// The first waits, for a drawing.
  private(set) var drawn: [(share: Double, isCompleted: Bool)] = []

  /// How many waits of a line are drawn.
  static let mostDrawn = 500

  fileprivate init(_ entry: LedgerEntry) {
    place = entry.place
    description = entry.description
  }

  fileprivate mutating func add(_ entry: LedgerEntry, share: Double) {
    let isCompleted = entry.outcome == LedgerEntry.completed
    count += 1
    if !isCompleted { failures += 1 }
    self.share = max(self.share, share)
    if drawn.count < Self.mostDrawn { drawn.append((share, isCompleted)) }
  }
}

/// The waits that can time out, by line of source, of which it keeps a bounded number.
struct LedgerGroups {
  private var groups: [String: LedgerGroup] = [:]
  /// The number of waits at lines that were left out.
  private(set) var omitted = 0

  static let limit = 20_000

  mutating func add(_ entry: LedgerEntry) {
    guard let share = entry.share else { return }
    let key = "\(entry.file):\(entry.line)"
    guard groups[key] != nil || groups.count < Self.limit else {
      omitted += 1
      return
    }
    groups[key, default: LedgerGroup(entry)].add(entry, share: share)
  }

  /// The groups, those with the largest share first.
  var sorted: [LedgerGroup] { groups.values.sorted { ($1.share, $0.place) < ($0.share, $1.place) } }
}
