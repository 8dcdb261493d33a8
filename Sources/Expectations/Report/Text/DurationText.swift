/// Formats a length of time in seconds, with a useful number of digits.
enum DurationText {
  /// Formats milliseconds below ten seconds, and hundredths of a second above: `0.012 s`, `12.30 s`.
  static func exact(_ nanoseconds: Nanoseconds) -> String {
    nanoseconds.magnitude < 10_000_000_000 ? text(nanoseconds, places: 3) : text(nanoseconds, places: 2)
  }

  static func exact(_ duration: Duration) -> String { exact(duration.saturatedNanoseconds) }

  /// Formats hundredths of a second, but milliseconds below a tenth of a second: `5.00 s`, `0.030 s`, `0 s`.
  static func short(_ duration: Duration) -> String {
    let nanoseconds = duration.saturatedNanoseconds
    guard nanoseconds != 0 else { return "0 s" }
    return nanoseconds.magnitude < 100_000_000 ? text(nanoseconds, places: 3) : text(nanoseconds, places: 2)
  }

  /// Formats tenths of a millisecond below a tenth of a second, and hundredths of a second above: `0.1 ms`.
  static func brief(_ duration: Duration) -> String {
    let nanoseconds = duration.saturatedNanoseconds
    guard nanoseconds.magnitude < 100_000_000 else { return text(nanoseconds, places: 2) }
    let tenths = (nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
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
