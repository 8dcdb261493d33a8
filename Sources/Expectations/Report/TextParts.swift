/// Formats a length of time in seconds, with a useful number of digits.
package enum DurationText {
  /// Formats milliseconds below ten seconds, and hundredths of a second above: `0.012 s`, `12.30 s`.
  static func exact(_ nanoseconds: Nanoseconds) -> String {
    nanoseconds.magnitude < 10_000_000_000 ? text(nanoseconds, places: 3) : text(nanoseconds, places: 2)
  }

  static func exact(_ duration: Duration) -> String { exact(duration.saturatedNanoseconds) }

  /// Formats hundredths of a second, but milliseconds below a tenth of a second: `5.00 s`, `0.030 s`, `0 s`.
  package static func short(_ duration: Duration) -> String {
    let nanoseconds = duration.saturatedNanoseconds
    guard nanoseconds != 0 else { return "0 s" }
    return nanoseconds.magnitude < 100_000_000 ? text(nanoseconds, places: 3) : text(nanoseconds, places: 2)
  }

  private static func text(_ nanoseconds: Nanoseconds, places: Int) -> String {
    let scale: UInt64 = places == 3 ? 1000 : 100
    let unit = 1_000_000_000 / scale
    let rounded = nanoseconds.magnitude / unit + (nanoseconds.magnitude % unit >= unit / 2 ? 1 : 0)
    let fraction = String(rounded % scale)
    let padding = String(repeating: "0", count: places - fraction.count)
    return "\(nanoseconds < 0 ? "-" : "")\(rounded / scale).\(padding)\(fraction) s"
  }
}

/// Formats how often an event happened.
package enum CountText {
  package static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}

/// Formats values so that a reader can recognize them, even if they are long.
enum EventText {
  private static let longest = 200

  /// Describes one value: a string in quotes, and a very long text without its middle.
  static func describe(_ value: some Any) -> String {
    shortened((value as? String).map { "\"\($0)\"" } ?? "\(value)")
  }

  /// Removes the middle of a very long text.
  static func shortened(_ text: String) -> String {
    text.count > longest ? "\(text.prefix(longest / 2))…\(text.suffix(longest / 2))" : text
  }

  /// Indents all lines of a text except the first.
  static func indented(_ text: String, by indentation: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\(indentation)")
  }
}

/// Shortens long lists by leaving out their middle.
package enum Shortened {
  /// - `shown`: How many lines there may be; five are always shown.
  /// - `lost`: How many lines are missing from the middle already.
  package static func lines(
    _ lines: some RandomAccessCollection<String>, shown: Int = 21, indentation: String = "  ", lost: Int = 0
  ) -> [String] {
    let half = max(2, (min(shown, 21) - 1) / 2)
    guard lines.count > 2 * half + 1 else { return Array(lines) }
    return lines.prefix(half) + ["\(indentation)… \(lines.count - 2 * half + lost) more …"] + lines.suffix(half)
  }
}
