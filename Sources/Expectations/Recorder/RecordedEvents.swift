/// The list of events in a failure, and its text: the events that the failure is about, of very many only the first and
/// the last, and the last few consumed events before them.
struct RecordedEvents<Element> {
  /// At most how many of the consumed events are shown.
  private static var shownBefore: Int { 5 }

  /// How many events the failure is about.
  let count: Int
  /// How many of the events are marked as consumed; they are the first events of the recording.
  let consumedCount: Int
  let shown: Excerpt<Element>

  /// - `range`: The events that the failure is about, within all recorded events.
  /// - `consumedCount`: How many events were consumed. If `range` begins later, another failure has shown the events
  ///   between.
  init(_ range: Range<Int>, of events: [Element], consumedCount: Int) {
    count = range.count
    self.consumedCount = consumedCount
    let before = consumedCount < range.lowerBound ? 0 : min(Self.shownBefore, consumedCount)
    shown = Excerpt(events, (range.lowerBound - before)..<range.upperBound)
  }

  private init(count: Int, consumedCount: Int, shown: Excerpt<Element>) {
    self.count = count
    self.consumedCount = consumedCount
    self.shown = shown
  }

  /// Creates the list for a failure about the events that a call has just consumed.
  init(consumedNow range: Range<Int>, _ events: [Element]) {
    var shown = Excerpt(events, events.indices)
    shown.offset = range.lowerBound
    self.init(count: events.count, consumedCount: 0, shown: shown)
  }

  /// The unconsumed events from the beginning of the list, and how many events come before them in the recording.
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
  /// One line for each shown event, and lines for what is left out, with its number in the recording and a mark if it
  /// was consumed.
  static func list(_ events: RecordedEvents<String>) -> [String] {
    let shown = events.shown
    let isCut = shown.offset > 0 && shown.count > 0 && events.consumedCount > 0
    return (isCut ? ["  … \(shown.offset) before …"] : []) + list(shown, consumed: events.consumedCount)
  }
}

/// The events that a call expects to come next, in this order.
struct ExpectedEvents<Element: Sendable>: Sendable {
  private let events: [Element]
  private let areEqual: @Sendable (Element, Element) -> Bool

  init(_ events: [Element]) where Element: Equatable {
    self.events = events
    areEqual = { $0 == $1 }
  }

  /// The first event that differs from the expected one; compares up to the end of the shorter list.
  ///
  /// - `offset`: How many events come before `recorded` in the recording.
  func difference(from recorded: [Element], offset: Int) -> EventDifference? {
    guard let place = zip(recorded, events).enumerated().first(where: { !areEqual($1.0, $1.1) })?.offset else {
      return nil
    }
    return EventDifference(
      number: offset + place + 1, event: EventText.describe(recorded[place]),
      expected: EventText.describe(events[place]))
  }

  /// The expected list, for a failure that also shows the recorded list from the same position.
  func excerpt(offset: Int) -> Excerpt<String> {
    var all = Excerpt(events, events.indices).map(EventText.describe)
    all.offset = offset
    return all
  }
}
