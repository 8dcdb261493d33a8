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
