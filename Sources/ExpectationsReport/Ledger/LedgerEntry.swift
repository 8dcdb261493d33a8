/// One line of the file named by `EXPECTATIONS_REPORT`.
struct LedgerEntry: Decodable, Equatable {
  var kind: String
  var test: String?
  var description: String
  var file: String
  var line: Int
  var outcome: String
  /// The time used, in seconds, on the computer's clock.
  var used: Double
  /// The time allowed, in seconds, on the computer's clock; nil without a limit.
  var allowed: Double?
  /// Whether the caller judged the outcome itself. Running out of time may be what the caller wanted.
  var judgedByCaller: Bool?

  static let neverAwaited = "neverAwaited"
  /// The kinds of waits that normally last for their whole time.
  private static let windows = ["mustNotHappen", "mustLast"]
  static let completed = "completed"

  var isWait: Bool { kind != Self.neverAwaited }

  /// `DocumentTests.swift:40`
  var place: String { "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)" }

  /// Whether the wait normally lasts for its whole time.
  var isWindow: Bool { Self.windows.contains(kind) }

  /// Whether the wait failed, and its caller judged the outcome itself.
  private var endedForItsCaller: Bool { judgedByCaller == true && outcome != Self.completed }

  /// The share of its time that a wait used; nil if the share says nothing.
  var share: Double? {
    guard isWait, !isWindow, !endedForItsCaller, let allowed, allowed > 0 else { return nil }
    return used / allowed
  }
}

/// The waits of one line of source.
struct LedgerGroup {
  var entries: [LedgerEntry]

  var place: String { entries[0].place }
  var description: String { entries[0].description }
  /// The largest share of its time that one of the waits used.
  var share: Double { entries.compactMap(\.share).max() ?? 0 }
  var failures: Int { entries.count { $0.outcome != LedgerEntry.completed } }

  /// The waits that can time out, grouped by line, those with the largest share first.
  static func all(of entries: [LedgerEntry]) -> [LedgerGroup] {
    Dictionary(grouping: entries.filter { $0.share != nil }) { "\($0.file):\($0.line)" }
      .map { LedgerGroup(entries: $0.value) }
      .sorted { ($1.share, $0.place) < ($0.share, $1.place) }
  }
}
