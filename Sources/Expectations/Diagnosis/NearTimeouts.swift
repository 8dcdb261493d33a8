/// The successful waits that used most of their timeout, and are the first to fail on a busier computer. The end
/// of a run whose environment asks for a report lists them.
enum NearTimeouts {
  /// The wait at one line of source that used the largest share of its timeout.
  struct NearTimeout: Sendable, Equatable {
    var description: String
    var site: CallSite
    var test: String?
    var used: Nanoseconds
    var allowed: Nanoseconds
    var count = 1

    init(
      description: String, site: CallSite, test: String?, used: Nanoseconds, allowed: Nanoseconds, count: Int = 1
    ) {
      (self.description, self.site, self.test) = (description, site, test)
      (self.used, self.allowed, self.count) = (used, allowed, count)
    }

    init(_ note: WaitLog.Note) {
      self.init(
        description: note.description, site: note.site, test: note.test.testName, used: note.used,
        allowed: note.allowed)
    }

    /// The share of the timeout that the wait used.
    var share: Double { Double(used) / Double(allowed) }
  }

  private static let known = Locked<[String: NearTimeout]>([:])

  /// Whether a wait used so much of its timeout that the list names it.
  static func isNearTimeout(used: Nanoseconds, allowed: Nanoseconds) -> Bool { used > threshold(of: allowed) }

  /// Returns how much of a timeout a wait can use without being listed: four fifths, or everything of a timeout under
  /// 1 ms.
  static func threshold(of allowed: Nanoseconds) -> Nanoseconds { allowed < 1_000_000 ? .max : allowed / 5 * 4 }

  static func add(_ wait: NearTimeout) {
    guard TestHosts.haveTests, HostOverride.current == nil else { return }
    _ = Diagnosis.isExpectedAtExit
    known.withLock { $0[wait.key] = wait.merged(with: $0[wait.key]) }
  }

  static func printAll() {
    let all = known.withLock { Array($0.values) }
    if let text = text(of: all) { StandardError.print(text) }
  }

  /// The text that lists the waits, the largest share first; nil when there are none.
  static func text(of all: [NearTimeout]) -> String? {
    guard !all.isEmpty else { return nil }
    let sorted = all.sortedForText { ($1.share, $0.key) < ($0.share, $1.key) }
    let waits = all.count == 1 ? "wait" : "waits"
    let headline =
      "Expectations: \(all.count) \(waits) used more than 80 % of the time allowed, and may be the next to fail"
    return ([headline] + Shortened.lines(sorted.map(\.line))).joined(separator: "\n")
  }
}

extension NearTimeouts.NearTimeout {
  fileprivate var key: String { "\(site.fileID):\(site.line):\(site.column)" }

  fileprivate func merged(with other: Self?) -> Self {
    guard let other else { return self }
    var nearer = share > other.share ? self : other
    nearer.count = count + other.count
    return nearer
  }

  fileprivate var line: String {
    let time = "\(DurationText.short(.nanoseconds(used))) of \(DurationText.short(.nanoseconds(allowed)))"
    let place = "\(site)" + (test.map { ", in test \($0)" } ?? "") + (count == 1 ? "" : ", \(count) times")
    return "  \(time) (\(Int(share * 100)) %)  \(description)  \(place)"
  }
}

/// The successful waits that took longer than their timeout, because some of the time did not count. The end of such a
/// run has one line about them, which explains why some tests took so long.
enum ExtendedWaits {
  /// How many there were, and the longest of them.
  struct Summary: Sendable, Equatable {
    var count = 0
    /// How much time passed, and how much the timeout allowed.
    var passed: Nanoseconds = 0
    var allowed: Nanoseconds = 0

    mutating func add(passed: Nanoseconds, allowed: Nanoseconds) {
      count += 1
      if passed > self.passed { (self.passed, self.allowed) = (passed, allowed) }
    }

    /// The line; nil when there were none.
    var text: String? {
      guard count > 0 else { return nil }
      let waits = count == 1 ? "1 wait" : "\(count) waits"
      let seconds = { (time: Nanoseconds) in DurationText.short(.nanoseconds(time)) }
      let longest = "\(count == 1 ? "it" : "the longest") took \(seconds(passed)) of \(seconds(allowed))"
      return
        "Expectations: \(waits) passed after more than the time allowed, because not everything could run; \(longest). Set EXPECTATIONS_REPORT to a file to list \(count == 1 ? "it" : "them")"
    }
  }

  private static let summary = Locked(Summary())

  /// Whether more time passed than the timeout allowed, and more than `FairClock.shortestStall` of it did not count.
  static func isExtended(used: Nanoseconds, uncounted: Nanoseconds, allowed: Nanoseconds) -> Bool {
    uncounted > FairClock.shortestStall && uncounted > allowed - used
  }

  static func add(_ note: WaitLog.Note) {
    guard TestHosts.haveTests, HostOverride.current == nil else { return }
    _ = Diagnosis.isExpectedAtExit
    summary.withLock { $0.add(passed: note.used + note.uncounted, allowed: note.allowed) }
  }

  static func printAll() {
    if let text = summary.withLock({ $0.text }) { StandardError.print(text) }
  }
}
