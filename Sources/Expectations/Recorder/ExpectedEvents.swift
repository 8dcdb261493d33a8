/// The events that a call expects to come next, in this order.
struct ExpectedEvents<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let areEqual: @Sendable (Element, Element) -> Bool

  init(_ elements: [Element]) where Element: Equatable {
    self.elements = elements
    areEqual = { $0 == $1 }
  }

  /// The first event that differs from the expected one; compares up to the end of the shorter list.
  ///
  /// - `offset`: How many events come before `events` in the recording.
  func difference(from events: [Element], offset: Int) -> EventDifference? {
    guard let place = zip(events, elements).enumerated().first(where: { !areEqual($1.0, $1.1) })?.offset else {
      return nil
    }
    return EventDifference(
      number: offset + place + 1, event: EventText.describe(events[place]),
      expected: EventText.describe(elements[place]))
  }

  /// The expected list, for a failure that also shows the recorded list from the same position.
  func excerpt(offset: Int) -> Excerpt<String> {
    var all = Excerpt(elements, elements.indices).map(EventText.describe)
    all.offset = offset
    return all
  }
}
