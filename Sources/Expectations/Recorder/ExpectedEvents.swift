/// The events that a call expects to come next, in this order.
struct ExpectedEvents<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let areEqual: @Sendable (Element, Element) -> Bool

  init(_ elements: [Element]) where Element: Equatable {
    self.elements = elements
    areEqual = { $0 == $1 }
  }

  /// The first event that is not the expected one, as far as both lists go.
  ///
  /// - `offset`: How many events stand before in the recording.
  func difference(from events: [Element], offset: Int) -> EventDifference? {
    guard let place = zip(events, elements).enumerated().first(where: { !areEqual($1.0, $1.1) })?.offset else {
      return nil
    }
    return EventDifference(
      number: offset + place + 1, event: EventText.describe(events[place]),
      expected: EventText.describe(elements[place]))
  }

  /// The list, for a failure that shows another one of the same place in the recording.
  func excerpt(offset: Int) -> Excerpt<String> {
    var all = Excerpt(elements, elements.indices).map(EventText.describe)
    all.offset = offset
    return all
  }
}
