// The text of a call that failed: what came instead, the events, and the facts.

extension RecorderOutcome {
  func problem(_ cause: Cause) -> Problem {
    if case .negativeCount(let count) = cause {
      return .impossibleCount(of: call.storage.description, defect: "count \(count) is negative", at: call.site)
    }
    return Problem(call: lines(cause).joined(separator: "\n"), at: call.site)
  }

  private func lines(_ cause: Cause) -> [String] {
    let consumed = if case .events = reply.answer { 0 } else { shown.lowerBound }
    let events = EventText.list(reply.state.events, shown, consumed: consumed)
    let remark = if case .timedOut = cause { call.storage.remark?() } else { String?.none }
    let facts = ([remark].compactMap { $0 } + (report.map { WaitText(report: $0).details } ?? [])).map { "  \($0)" }
    return [headline(cause)] + difference(cause) + events + expected + place(cause) + lateness + facts
      + ["  created at \(call.storage.createdAt)"] + (report?.closing ?? []).map { "  \($0)" }
  }

  private var name: String { "\"\(call.storage.description)\"" }

  private func headline(_ cause: Cause) -> String {
    switch cause {
    case .timedOut: "\(report.map { WaitText(report: $0).timeIsUp } ?? "Timed out"): \(missing)"
    case .interrupted:
      "Interrupted after \(DurationText.short(report?.elapsed ?? .zero)) because the enclosing wait timed out: \(missing)"
    case .unexpected: "\(name) recorded \(EventText.count(shown.count)) \(instead)"
    case .different(let difference): "\(name) did not record the expected events: \(difference)"
    case .ended where call.goal == .error: "\(name) ended without an error"
    case .ended: "\(name) ended after \(progress)"
    case .failed(let error) where call.goal == .nothing: "\(name) \(ending(error, "where nothing was expected"))"
    case .failed(let error): "\(name) \(ending(error, "after \(progress)"))"
    case .negativeCount: "\(name) can never be complete"
    }
  }

  private var missing: String {
    switch call.goal {
    case .events: "\(name) recorded \(progress)"
    case .end: "\(name) has not ended"
    case .error: "\(name) has not failed"
    case .nothing: "\(name) should record nothing"
    }
  }

  private var progress: String {
    guard case .events(let expected) = call.goal else { return EventText.count(shown.count) }
    let isAfterOthers = shown.lowerBound > 0 && shown.isEmpty
    return "\(shown.count) of \(expected) \(isAfterOthers ? "more " : "")\(expected == 1 ? "event" : "events")"
  }

  private var instead: String {
    switch call.goal {
    case .end: "instead of its end"
    case .error: "instead of an error"
    case .nothing, .events: "where none was expected"
    }
  }

  /// How an error ended the recording: `failed after 1 of 2 events: Refused()`.
  private func ending(_ error: any Error, _ circumstance: String) -> String {
    error is CancellationError ? "was cancelled \(circumstance)" : "failed \(circumstance): \(error)"
  }

  /// The first difference from the expected events, unless the headline states it.
  private func difference(_ cause: Cause) -> [String] {
    if case .different = cause { return [] }
    return difference.map { ["  \($0)"] } ?? []
  }

  private var expected: [String] {
    call.expected.map { ["  expected:"] + EventText.list($0.events, from: shown.lowerBound) } ?? []
  }

  /// Where the event happened that decided the wait. For an earlier event, it is unknown.
  private func place(_ cause: Cause) -> [String] {
    guard let last = report?.expectations.first?.fulfillments.last else { return [] }
    switch cause {
    case .unexpected, .ended, .failed:
      let place = [last.callSite.map { "\($0)" }, last.thread].compactMap { $0 }.joined(separator: ", ")
      return ["  \(DurationText.exact(max(last.time, .zero)))  \(place)"]
    case .different, .timedOut, .interrupted, .negativeCount: return []
    }
  }
}

extension RecorderOutcome {
  /// Says how much too late everything was there that a call waited for.
  fileprivate var lateness: [String] {
    guard case .events(let count) = call.goal, count > 0, reply.answer == nil, reply.shown.count >= count else {
      return []
    }
    let lateness = call.lateness(of: reply.state.moments[reply.shown.lowerBound + count - 1])
    guard lateness > 0, let limit = report?.limit else { return [] }
    return ["  complete \(DurationText.short(.nanoseconds(lateness))) after the \(DurationText.short(limit)) limit"]
  }
}

extension EventText {
  static func count(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }

  /// One line for each event of a range, numbered, and for the last few consumed events before them.
  static func list<Element>(_ events: [Element], _ range: Range<Int>, consumed: Int) -> [String] {
    let first = consumed < range.lowerBound ? range.lowerBound : max(0, range.lowerBound - 5)
    guard first < range.upperBound else { return [] }
    let before = first > 0 && consumed > 0 ? ["  … \(first) before …"] : []
    return before + list(Array(events[first..<range.upperBound]), from: first, consumed: consumed)
  }

  /// One line for each event, with numbers that begin after `start`, and a mark for those that are consumed.
  static func list<Element>(_ events: [Element], from start: Int, consumed: Int = 0) -> [String] {
    func line(_ offset: Int) -> String {
      let number = start + offset + 1
      return "  \(number): \(indented(describe(events[offset]), by: "    "))\(number <= consumed ? " (consumed)" : "")"
    }
    return Shortened.lines(events.indices.lazy.map(line))
  }
}
