/// The successful waits that took longer than their timeout, because some of the time did not count. The process prints
/// a list of them once, when the run ends, which explains why some tests took so long.
enum ExtendedWaits {
  /// The longest wait at one line of source.
  struct ExtendedWait: Sendable, Equatable {
    var description: String
    var site: CallSite
    var test: String?
    /// How much time passed, how much of it did not count, and how much the timeout allowed.
    var passed: Nanoseconds
    var uncounted: Nanoseconds
    var allowed: Nanoseconds
    var count = 1

    init(
      description: String, site: CallSite, test: String?, passed: Nanoseconds, uncounted: Nanoseconds,
      allowed: Nanoseconds, count: Int = 1
    ) {
      (self.description, self.site, self.test) = (description, site, test)
      (self.passed, self.uncounted, self.allowed, self.count) = (passed, uncounted, allowed, count)
    }

    init(_ note: WaitLog.Note) {
      self.init(
        description: note.description, site: note.site, test: note.testName, passed: note.used + note.uncounted,
        uncounted: note.uncounted, allowed: note.allowed)
    }
  }

  private static let known = Locked<[String: ExtendedWait]>([:])

  /// Whether more time passed than the timeout allowed, and more than `FairClock.shortestStall` of it did not count.
  static func isExtended(used: Nanoseconds, uncounted: Nanoseconds, allowed: Nanoseconds) -> Bool {
    uncounted > FairClock.shortestStall && uncounted > allowed - used
  }

  static func add(_ wait: ExtendedWait) {
    guard TestProcess.kind != .other, HostOverride.current == nil else { return }
    _ = Diagnosis.isExpectedAtExit
    known.withLock { $0[wait.key] = wait.merged(with: $0[wait.key]) }
  }

  static func printAll() {
    let all = known.withLock { Array($0.values) }
    if let text = text(of: all) { StandardError.print(text) }
  }

  /// The text that lists the waits, the longest first; nil when there are none.
  static func text(of all: [ExtendedWait]) -> String? {
    guard !all.isEmpty else { return nil }
    let sorted = all.sortedForText { ($1.passed, $0.key) < ($0.passed, $1.key) }
    let waits = all.count == 1 ? "wait" : "waits"
    let headline =
      "Expectations: \(all.count) \(waits) passed after more than the time allowed: some of it did not count because not everything could run"
    return ([headline] + Shortened.lines(sorted.map(\.line))).joined(separator: "\n")
  }
}

extension ExtendedWaits.ExtendedWait {
  fileprivate var key: String { "\(site.fileID):\(site.line):\(site.column)" }

  fileprivate func merged(with other: Self?) -> Self {
    guard let other else { return self }
    var longer = passed > other.passed ? self : other
    longer.count = count + other.count
    return longer
  }

  fileprivate var line: String {
    let seconds = { (time: Nanoseconds) in DurationText.short(.nanoseconds(time)) }
    let time = "\(seconds(passed)) of \(seconds(allowed)) (\(seconds(uncounted)) not counted)"
    let place = "\(site)" + (test.map { ", in test \($0)" } ?? "") + (count == 1 ? "" : ", \(count) times")
    return "  \(time)  \(description)  \(place)"
  }
}
