import Foundation

/// A summary of a ledger as text: how the waits ended, the slowest waits, the waits most likely to fail next, and the
/// expectations that no test waited for. It keeps only what it shows, and one value for each line of source.
struct LedgerSummary {
  /// The maximum number of lines in each list.
  private let top: Int
  private var outcomes = OutcomeCounts()
  private var slow: [LedgerEntry] = []
  private var slowCount = 0
  /// The time of the last one that is shown, as far as is known.
  private var leastSlow = 0.0
  private var neverAwaited: [LedgerEntry] = []
  private var neverAwaitedCount = 0
  private(set) var groups = LedgerGroups()

  init(top: Int) {
    self.top = top
  }

  mutating func add(_ entry: LedgerEntry) {
    outcomes.add(entry)
    groups.add(entry)
    if entry.kind == LedgerEntry.neverAwaited {
      neverAwaitedCount += 1
      if neverAwaited.count < top { neverAwaited.append(entry) }
    }
    guard entry.isWait, !entry.isWindow, entry.used > 0 else { return }
    slowCount += 1
    guard entry.used >= leastSlow else { return }
    slow.append(entry)
    guard slow.count > 2 * top + 100 else { return }
    slow = slowest
    leastSlow = slow.last?.used ?? 0
  }

  /// What was left out because a file has too many different lines of source; nil when there is nothing.
  var omission: String? {
    guard groups.omitted > 0 else { return nil }
    let (waits, lines) = (NumberText.grouped(groups.omitted), NumberText.grouped(LedgerGroups.limit))
    return "the list of lines leaves out \(waits) waits, because they are at more than \(lines) lines of code"
  }

  var text: String {
    sections.map(\.text).joined(separator: "\n\n")
  }

  var sections: [ReportSection] {
    [
      ReportSection(title: outcomes.text), section("Slowest", slowest.map(Self.line), of: slowCount),
      section("Most likely to fail next: share of the time used, by line", narrowest, of: narrowest.count),
      section("Never waited for", neverAwaited.map(Self.name), of: neverAwaitedCount),
    ]
  }

  private func section(_ title: String, _ lines: [String], of count: Int) -> ReportSection {
    guard !lines.isEmpty else { return ReportSection(title: "\(title): none") }
    return ReportSection(title: title, lines: ReportSection.cut(lines, of: count, top: top))
  }

  private var slowest: [LedgerEntry] {
    Array(slow.sorted { ($1.used, $0.place) < ($0.used, $1.place) }.prefix(top))
  }

  private static func line(_ entry: LedgerEntry) -> String {
    let allowed = entry.allowed.map { " of \(TimeText.seconds($0))" } ?? ""
    return "\(TimeText.seconds(entry.used))\(allowed)  \(entry.outcome)  \(name(entry))"
  }

  private var narrowest: [String] {
    groups.sorted.filter { $0.share > 0 }.map { group in
      let failures = group.failures == 0 ? "" : ", \(group.failures) failed"
      let count = OutcomeCounts.waits(group.count)
      let share = String(format: "%3d", Int(min(group.share, 1) * 100))
      return "\(share) %\(group.share > 0.8 ? " !" : "  ")  \(group.place)  \(group.description)  \(count)\(failures)"
    }
  }

  private static func name(_ entry: LedgerEntry) -> String {
    "\(entry.place)  \(entry.description)\(entry.test.map { ", in test \($0)" } ?? "")"
  }
}
