/// The events that a failure shows in one list: those that it is about, which nobody has consumed, and the last few before.
struct RecordedEvents<Element> {
  /// How many of the consumed ones are shown.
  private static var shownBefore: Int { 5 }

  /// How many the failure is about.
  let count: Int
  /// How many had been consumed: the first ones of the recording.
  let consumedCount: Int
  let shown: Excerpt<Element>

  /// - `range`: Those that the failure is about, of all that were recorded.
  /// - `consumedCount`: How many had been consumed. If more stand before, another failure has shown them.
  init(_ range: Range<Int>, of elements: [Element], consumedCount: Int) {
    count = range.count
    self.consumedCount = consumedCount
    let before = consumedCount < range.lowerBound ? 0 : min(Self.shownBefore, consumedCount)
    shown = Excerpt(elements, (range.lowerBound - before)..<range.upperBound)
  }

  private init(count: Int, consumedCount: Int, shown: Excerpt<Element>) {
    self.count = count
    self.consumedCount = consumedCount
    self.shown = shown
  }

  static var none: RecordedEvents { RecordedEvents(0..<0, of: [], consumedCount: 0) }

  func map<Other>(_ transform: (Element) -> Other) -> RecordedEvents<Other> {
    RecordedEvents<Other>(count: count, consumedCount: consumedCount, shown: shown.map(transform))
  }
}

extension RecordedEvents: Sendable where Element: Sendable {}
