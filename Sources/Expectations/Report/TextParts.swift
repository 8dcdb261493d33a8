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

/// Formats how often an event happened.
enum CountText {
  static func times(_ count: Int) -> String {
    switch count {
    case 0: "never"
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}

/// The beginning and the end of a range of a list, to keep the text of a long list short.
struct Excerpt<Element> {
  /// How many elements of the list precede the range.
  var offset: Int
  var first: [Element]
  /// How many elements between `first` and `last` are left out.
  var omitted: Int
  var last: [Element]

  var count: Int { first.count + omitted + last.count }

  private static var half: Int { 10 }

  init(_ list: [Element], _ range: Range<Int>) {
    offset = range.lowerBound
    guard range.count > 2 * Self.half else {
      first = Array(list[range])
      omitted = 0
      last = []
      return
    }
    first = Array(list[range].prefix(Self.half))
    omitted = range.count - 2 * Self.half
    last = Array(list[range].suffix(Self.half))
  }

  private init(offset: Int, first: [Element], omitted: Int, last: [Element]) {
    self.offset = offset
    self.first = first
    self.omitted = omitted
    self.last = last
  }

  func map<Other>(_ transform: (Element) -> Other) -> Excerpt<Other> {
    Excerpt<Other>(offset: offset, first: first.map(transform), omitted: omitted, last: last.map(transform))
  }
}

extension Excerpt: Sendable where Element: Sendable {}

extension Sequence {
  /// Returns the elements in order, for texts and rare events, where the time to sort does not matter.
  ///
  /// Each use of `sorted(by:)` compiles a whole sorting algorithm for its elements, which makes a clean build slower.
  /// This method uses the algorithm that the standard library contains.
  ///
  /// Assumption: `@_semantics("optimize.sil.specialize.generic.never")` prevents the specialization of a function.
  /// Check: by `Benchmarks/build-cost`.
  /// If false: a clean build takes longer.
  /// Remove when: the language has an attribute that prevents specialization.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func sortedForText(by areInOrder: (Element, Element) -> Bool) -> [Element] { sorted(by: areInOrder) }
}
