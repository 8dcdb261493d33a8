/// The successful waits that took longer than their timeout, because some of the time did not count. The process prints
/// one line about them when the run ends, which explains why some tests took so long.
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
