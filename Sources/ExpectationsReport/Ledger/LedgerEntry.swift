/// One line of the file that `EXPECTATIONS_REPORT` names.
struct LedgerEntry: Decodable, Equatable {
  var kind: String
  var test: String?
  var description: String
  var file: String
  var line: Int
  var outcome: String
  /// Seconds, on the machine's clock.
  var used: Double
  /// Seconds, on the machine's clock; nil without a limit.
  var allowed: Double?
  /// Whether the caller judged what came of it: a time that ran out may be just what was wanted.
  var judgedByCaller: Bool?

  static let neverAwaited = "neverAwaited"
  /// What lasts by nature.
  private static let windows = ["mustNotHappen", "mustLast"]
  static let completed = "completed"

  var isWait: Bool { kind != Self.neverAwaited }

  /// `DocumentTests.swift:40`
  var place: String { "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)" }

  /// Whether it lasts for all of its time by nature.
  var isWindow: Bool { Self.windows.contains(kind) }

  /// Whether it was not successful, and its caller judged for itself what to make of that.
  private var endedForItsCaller: Bool { judgedByCaller == true && outcome != Self.completed }

  /// The share of its time that a wait used; nil where that tells nothing.
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
  /// The largest share of its time that one of them used.
  var share: Double { entries.compactMap(\.share).max() ?? 0 }
  var failures: Int { entries.count { $0.outcome != LedgerEntry.completed } }

  /// The waits that can run out of time, by line, the narrowest line first.
  static func all(of entries: [LedgerEntry]) -> [LedgerGroup] {
    Dictionary(grouping: entries.filter { $0.share != nil }) { "\($0.file):\($0.line)" }
      .map { LedgerGroup(entries: $0.value) }
      .sorted { ($1.share, $0.place) < ($0.share, $1.place) }
  }
}
