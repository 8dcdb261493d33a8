import Expectations

/// The times of the run that did not count for a wait, because not everything could run.
struct StallList {
  private struct Entry {
    var stall: Stall
    var tests: Set<String> = []
  }

  /// That of the run.
  static let shared = Locked(StallList())

  private var entries: [Int64: Entry] = [:]
  /// The text comes only if all stalls together last a second, and shows so many tests.
  private static let (least, shown): (Int64, Int) = (1_000_000_000, 8)

  mutating func note(_ stalls: [Stall], in test: String?) {
    for stall in stalls {
      var entry = entries[stall.began.nanoseconds] ?? Entry(stall: stall)
      if let test { entry.tests.insert(test) }
      entries[stall.began.nanoseconds] = entry
    }
  }

  /// For each queue that did not run, how often and for how long, and during which tests.
  var text: String? {
    let all = Array(entries.values)
    let sum = all.reduce(0) { $0 + $1.stall.length }
    guard sum >= Self.least else { return nil }
    let headline =
      "Expectations: for \(Seconds.text(sum)) of the run, not everything could run; timeouts do not count that time"
    let kinds: [(name: String, isMeant: (QueueSet) -> Bool)] = [
      ("the main queue", { $0.contains(.main) }), ("the global queue", { $0.contains(.global) }),
      ("the concurrency pool", { !$0.isDisjoint(with: .pool) }), ("the process", { $0.isEmpty }),
    ]
    let lines = kinds.compactMap { kind in
      line(all.filter { kind.isMeant($0.stall.queues) }).map { "  \(kind.name) did not run \($0)" }
    }
    return ([headline] + lines).joined(separator: "\n")
  }

  private func line(_ entries: [Entry]) -> String? {
    guard let longest = entries.map(\.stall.length).max() else { return nil }
    let sum = Seconds.text(entries.reduce(0) { $0 + $1.stall.length })
    let times =
      entries.count == 1
      ? "once, for \(sum)"
      : "\(CountText.times(entries.count)), for \(sum) in all, the longest \(Seconds.text(longest))"
    let tests = entries.reduce(into: Set()) { $0.formUnion($1.tests) }.sorted()
    guard !tests.isEmpty else { return times }
    let rest = tests.count > Self.shown ? " and \(tests.count - Self.shown) more" : ""
    return "\(times), during \(tests.prefix(Self.shown).joined(separator: ", "))\(rest)"
  }
}

extension Stall {
  fileprivate var length: Int64 { ended.nanoseconds - began.nanoseconds }
}
