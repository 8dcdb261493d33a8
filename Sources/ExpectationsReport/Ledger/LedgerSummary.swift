import Foundation

/// A summary of a ledger as text: how the waits ended, the slowest waits, the waits most likely to fail next, and the
/// expectations that no test waited for.
struct LedgerSummary {
  private let entries: [LedgerEntry]
  /// The maximum number of lines in each list.
  private let top: Int

  init(_ entries: [LedgerEntry], top: Int) {
    self.entries = entries
    self.top = top
  }

  var text: String {
    ([headline] + section("Slowest", slowest)
      + section("Most likely to fail next: share of the time used, by line", narrowest)
      + section("Never waited for", forgotten)).joined(separator: "\n")
  }

  private var waits: [LedgerEntry] { entries.filter(\.isWait) }

  private var headline: String {
    let outcomes = Dictionary(grouping: waits, by: \.outcome).map { ($0.value.count, $0.key) }
      .sorted { ($1.0, $0.1) < ($0.0, $1.1) }
    let counts = outcomes.map { "\(NumberText.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    return "\(Self.count(waits.count))\(counts.isEmpty ? "" : ": \(counts)")"
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return ["", "\(title): none"] }
    let more = lines.count > top ? ["  … \(NumberText.grouped(lines.count - top)) more"] : []
    return ["", title] + lines.prefix(top) + more
  }

  private var slowest: [String] {
    waits.filter { !$0.isWindow && $0.used > 0 }
      .sorted { ($1.used, $0.place) < ($0.used, $1.place) }
      .map { entry in
        let allowed = entry.allowed.map { " of \(Self.seconds($0))" } ?? ""
        return "  \(Self.seconds(entry.used))\(allowed)  \(entry.outcome)  \(Self.name(entry))"
      }
  }

  private var narrowest: [String] {
    LedgerGroup.all(of: entries).filter { $0.share > 0 }.map { group in
      let failures = group.failures == 0 ? "" : ", \(group.failures) failed"
      let count = Self.count(group.entries.count)
      let share = String(format: "%3d", Int(min(group.share, 1) * 100))
      return "  \(share) %\(group.share > 0.8 ? " !" : "  ")  \(group.place)  \(group.description)  \(count)\(failures)"
    }
  }

  private var forgotten: [String] {
    entries.filter { !$0.isWait }.map { "  \(Self.name($0))" }
  }

  private static func name(_ entry: LedgerEntry) -> String {
    "\(entry.place)  \(entry.description)\(entry.test.map { ", in test \($0)" } ?? "")"
  }

  private static func count(_ waits: Int) -> String { waits == 1 ? "1 wait" : "\(NumberText.grouped(waits)) waits" }

  private static func seconds(_ value: Double) -> String { String(format: "%.3f s", value) }
}
