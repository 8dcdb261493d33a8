/// The events that a failure shows in one list: those that it is about, which have not been consumed, and the last few
/// before.
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

  /// Those that a call has just consumed, which the failure is about.
  init(consumedNow range: Range<Int>, _ elements: [Element]) {
    var shown = Excerpt(elements, elements.indices)
    shown.offset = range.lowerBound
    self.init(count: elements.count, consumedCount: 0, shown: shown)
  }

  /// Those at the beginning of the list that had not been consumed, and how many stand before them in the recording.
  var unconsumed: (first: [Element], offset: Int) {
    let consumed = max(0, consumedCount - shown.offset)
    return (Array(shown.first.dropFirst(consumed)), shown.offset + consumed)
  }

  static var none: RecordedEvents { RecordedEvents(0..<0, of: [], consumedCount: 0) }

  func map<Other>(_ transform: (Element) -> Other) -> RecordedEvents<Other> {
    RecordedEvents<Other>(count: count, consumedCount: consumedCount, shown: shown.map(transform))
  }
}

extension RecordedEvents: Sendable where Element: Sendable {}

extension EventText {
  /// A line for each event, with its number in the recording, and whether it had been consumed.
  static func list(_ events: RecordedEvents<String>) -> [String] {
    let shown = events.shown
    let isCut = shown.offset > 0 && shown.count > 0 && events.consumedCount > 0
    return (isCut ? ["  … \(shown.offset) before …"] : []) + list(shown, consumed: events.consumedCount)
  }
}
