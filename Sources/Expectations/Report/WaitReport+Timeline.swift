extension WaitReport {
  /// An event before, during or after the wait.
  struct Event: Sendable, Equatable, Encodable {
    /// The kinds of event.
    enum Kind: String, Sendable, Encodable {
      /// A test created an expectation.
      case created
      /// The wait began.
      case began
      /// An expectation was fulfilled.
      case fulfilled
      /// A fulfillment delivered an error.
      case failed
      /// An expectation became complete before its turn.
      case outOfOrder
      /// An expectation was fulfilled more often than its count allows.
      case overFulfilled
      /// An expectation was fulfilled after the deadline, before the wait returned.
      case late
      /// The last handler of an expectation was released, and none had been called.
      case handlersReleased
      /// The time ran out.
      case deadline
    }

    /// When the event happened, measured from the beginning of the wait; negative before the wait.
    var time: Duration
    /// What happened.
    var kind: Kind
    /// The index of its expectation in ``WaitReport/expectations``; nil for an event of the wait itself.
    var expectation: Int?
    /// The number of the fulfillment among those of its expectation, counted from 1.
    var number: Int?
    /// The line of the event, if known.
    var callSite: Place?
    /// The thread, queue or task of the fulfillment.
    var thread: String?
  }

  /// All known events, in order.
  var timeline: [Event] {
    var events = [Event(time: .zero, kind: .began, callSite: callSite)]
    for (index, entry) in expectations.enumerated() where !entry.isRepeated {
      events += self.events(of: entry, at: index)
    }
    if let end { events.append(Event(time: end, kind: .deadline)) }
    // Events at the same instant keep their order: a creation stays before its fulfillments.
    let sorted = events.enumerated().sortedForText { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    return sorted.map(\.element)
  }

  /// When the time ran out, if it did. On another clock, that is the instant of the verdict.
  private var end: Duration? {
    guard elapsedOnClock == nil else { return outcome == .timedOut ? elapsed - delay : nil }
    return limit.flatMap { elapsed >= $0 + uncounted ? $0 + uncounted : nil }
  }

  private func events(of entry: Entry, at index: Int) -> [Event] {
    var events = [Event(time: entry.creationTime, kind: .created, expectation: index, callSite: entry.createdAt)]
    if let time = entry.handlersReleasedTime {
      events.append(Event(time: time, kind: .handlersReleased, expectation: index))
    }
    for (offset, fulfillment) in entry.fulfillments.enumerated() {
      let number = entry.number(ofFulfillmentAt: offset)
      events.append(
        Event(
          time: fulfillment.time, kind: kind(of: fulfillment, number: number, in: entry, at: index),
          expectation: index, number: number, callSite: fulfillment.callSite, thread: fulfillment.thread))
    }
    return events
  }

  private func kind(of fulfillment: Fulfillment, number: Int, in entry: Entry, at index: Int) -> Event.Kind {
    if fulfillment.isError { return .failed }
    if number > entry.allowedCount { return .overFulfilled }
    if fulfillment.lateness != nil { return .late }
    if elapsedOnClock != nil, let end, fulfillment.time > end { return .late }
    if outcome == .incorrectOrder, index == decisiveIndex, number == entry.requiredCount { return .outOfOrder }
    return .fulfilled
  }
}

extension WaitReport.Entry {
  /// Returns the number of the fulfillment at `offset`. Of very many fulfillments, the middle ones are not kept.
  func number(ofFulfillmentAt offset: Int) -> Int {
    offset < fulfillments.count / 2 ? offset + 1 : fulfillmentCount - (fulfillments.count - 1 - offset)
  }
}
