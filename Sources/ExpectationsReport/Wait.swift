/// One line of the file that `EXPECTATIONS_REPORT` named. Keys that this program does not use are ignored.
struct Wait: Decodable {
  /// The kinds that this version knows. It leaves out a line of any other kind.
  enum Kind: String, Decodable {
    case all, inOrder, any, condition, recording, mustNotHappen, mustLast
  }

  var kind: Kind
  var test: String?
  var description: String
  var file: String
  var line: Int
  var outcome: String
  /// The time used, in seconds.
  var used: Double
  /// The time allowed, in seconds; nil without a limit.
  var allowed: Double?
  /// Seconds that passed besides `used` and did not count.
  var uncounted: Double?
  /// Whether the caller judged the outcome itself. Running out of time may be what the caller wanted.
  var judgedByCaller: Bool?
  /// The version of the line's format.
  var version: Int

  /// The newest version that this program reads.
  static let newestVersion = 1
  /// Longer texts are cut, so that what is kept of a file has a bounded size.
  static let longestText = 1000

  /// Whether the wait failed its test. A canceled wait fails none.
  var isFailure: Bool { outcome != "completed" && outcome != "cancelled" && judgedByCaller != true }

  /// Whether the wait normally lasts for its whole time.
  var isWindow: Bool { kind == .mustNotHappen || kind == .mustLast }

  /// The share of its time that a wait used; nil if the share says nothing about the time that the wait needs.
  var share: Double? {
    guard outcome == "completed" || isFailure, !isWindow, let allowed, allowed > 0 else { return nil }
    return max(0, used / allowed)
  }

  /// `DocumentTests.swift:40  "saved"`
  var name: String { "\(file.split(separator: "/").last ?? ""):\(line)  \(description)" }

  /// The same wait with texts of a bounded length.
  var bounded: Wait {
    var copy = self
    copy.description = Self.cut(description)
    copy.file = Self.cut(file)
    copy.outcome = Self.cut(outcome)
    copy.test = test.map(Self.cut)
    return copy
  }

  /// Counts scalars, because a single character may have any number of them.
  private static func cut(_ text: String) -> String {
    text.utf8.count > longestText ? "\(String(text.unicodeScalars.prefix(longestText / 4)))…" : text
  }
}
