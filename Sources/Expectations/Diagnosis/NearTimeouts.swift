/// The successful waits that used most of their timeout, and are the first to fail on a busier computer. The process
/// prints a list of them once, when the run ends.
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
        description: note.description, site: note.site, test: note.testName, used: note.used,
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
