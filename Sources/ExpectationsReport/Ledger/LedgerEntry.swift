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
  /// When the wait began, or the late fulfillment came, in seconds since 1970; nil before version 1.
  var began: Double?
  /// Seconds that passed besides `used` and did not count.
  var uncounted: Double?
  var process: Int?
  /// The version of the line's format; nil before version 1.
  var version: Int?

  /// The newest version that this program reads.
  static let newestVersion = 1
  static let neverAwaited = "neverAwaited"
  /// The kinds of waits that normally last for their whole time.
  private static let windows = ["mustNotHappen", "mustLast"]
  static let completed = "completed"

  static let late = "late"
  static let cancelled = "cancelled"
  /// Longer texts are cut, so that what is kept of a file has a bounded size.
  static let longestText = 1000

  var isWait: Bool { kind != Self.neverAwaited && kind != Self.late }

  /// Whether the wait failed its test. A canceled wait fails none.
  var isFailure: Bool {
    isWait && outcome != Self.completed && outcome != Self.cancelled && judgedByCaller != true
  }

  /// When the wait was decided. Time that did not count is known from 0.1 s on, so it may have been later by that.
  var ended: Double? { began.map { $0 + used + (uncounted ?? 0) } }

  /// The name of the test, or what is known instead.
  var testName: String { test ?? "no known test, \(place.prefix { $0 != ":" })" }

  /// `DocumentTests.swift:40`
  var place: String { "\(file.split(separator: "/").last.map(String.init) ?? file):\(line)" }

  /// Whether the wait normally lasts for its whole time.
  var isWindow: Bool { Self.windows.contains(kind) }

  /// Whether the wait failed, and its caller judged the outcome itself.
  private var endedForItsCaller: Bool { judgedByCaller == true && outcome != Self.completed }

  /// The share of its time that a wait used; nil if the share says nothing.
  var share: Double? {
    guard isWait, outcome != Self.cancelled, !isWindow, !endedForItsCaller, let allowed, allowed > 0 else { return nil }
    return used / allowed
  }

  /// The same entry with texts of a bounded length.
  var bounded: LedgerEntry {
    var copy = self
    copy.description = Self.cut(description)
    copy.file = Self.cut(file)
    copy.outcome = Self.cut(outcome)
    copy.test = test.map(Self.cut)
    return copy
  }

  private static func cut(_ text: String) -> String {
    text.utf8.count > longestText ? "\(text.prefix(longestText / 4))…" : text
  }
}
