/// The text of a problem with a recording.
struct RecordingText {
  private let finding: RecordingFinding
  private var name: String { "\"\(finding.name)\"" }

  init(_ finding: RecordingFinding) {
    self.finding = finding
  }

  var text: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    switch finding.kind {
    case .call(let failure):
      [headline(failure)] + difference(failure) + EventText.list(failure.events) + expected(failure) + place(failure)
        + notes(failure)
        + [created(failure.createdAt)]
    case .unconsumed(let events, let error, let createdAt):
      [unconsumed(events, error)] + EventText.list(events) + [created(createdAt)]
    case .afterEnd(let event, let events, let createdAt):
      ["\(name) recorded an event after its end: \(event)"] + before(events) + [created(createdAt)]
    }
  }

  // MARK: Calls

  private func headline(_ failure: RecordingFailure) -> String {
    switch failure.cause {
    case .silence: "\(WaitText(failure.report).timeIsUp): \(missing(failure))"
    case .interrupted:
      "Interrupted after \(DurationText.short(failure.report.elapsed)) because the enclosing wait timed out: "
        + missing(failure)
    case .unexpected: "\(name) recorded \(Self.count(failure.events.count)) \(instead(failure.goal))"
    case .different(let difference): "\(name) did not record the expected events: \(difference.text)"
    case .ended where failure.goal == .error: "\(name) ended without an error"
    case .ended: "\(name) ended after \(progress(failure))"
    case .failed(let error) where failure.goal == .nothing:
      "\(name) \(Self.ending(error, "where nothing was expected"))"
    case .failed(let error): "\(name) \(Self.ending(error, "after \(progress(failure))"))"
    }
  }

  private func missing(_ failure: RecordingFailure) -> String {
    switch failure.goal {
    case .events: "\(name) recorded \(progress(failure))"
    case .end: "\(name) has not ended"
    case .error: "\(name) has not failed"
    case .nothing: "\(name) should record nothing"
    }
  }

  private func progress(_ failure: RecordingFailure) -> String {
    guard case .events(let expected) = failure.goal else { return Self.count(failure.events.count) }
    return "\(failure.events.count) of \(expected) \(expected == 1 ? "event" : "events")"
  }

  /// The first difference from the expected events, unless the headline states it.
  private func difference(_ failure: RecordingFailure) -> [String] {
    if case .different = failure.cause { return [] }
    return failure.difference.map { ["  \($0.text)"] } ?? []
  }

  private func expected(_ failure: RecordingFailure) -> [String] {
    failure.expected.map { ["  expected:"] + EventText.list($0) } ?? []
  }

  private func instead(_ goal: RecorderGoal) -> String {
    switch goal {
    case .end: "instead of its end"
    case .error: "instead of an error"
    case .nothing, .events: "where none was expected"
    }
  }

  /// The source of the event that decided the wait, or that came too late for it. For an earlier event, it is unknown.
  private func place(_ failure: RecordingFailure) -> [String] {
    guard let last = failure.report.expectations.first?.fulfillments.first, last.thread != "\(ThreadLabel.unknown)"
    else {
      return []
    }
    let place = last.callSite.map { "\($0), \(last.thread)" } ?? last.thread
    switch failure.cause {
    case .different: return []
    case .unexpected, .ended, .failed: return ["  \(DurationText.exact(max(last.time, .zero)))  \(place)"]
    case .silence, .interrupted: return ["  complete \(lateness(last, failure.report)): \(place)"]
    }
  }

  private func lateness(_ fulfillment: WaitReport.Fulfillment, _ report: WaitReport) -> String {
    guard let limit = report.limit, let lateness = fulfillment.lateness else { return "after that" }
    return "\(DurationText.short(lateness)) after the \(DurationText.short(limit)) limit"
  }

  private func notes(_ failure: RecordingFailure) -> [String] {
    CauseText(failure.report).lines.map { "  \($0)" }
  }

  // MARK: Unconsumed events

  private func unconsumed(_ events: RecordedEvents<String>, _ error: (any Error)?) -> String {
    guard events.count > 0 else {
      return "\(name) ended with an error that the test did not consume: \(error.map { "\($0)" } ?? "")"
    }
    let end = error.map { ", and ended with an error: \($0)" } ?? ""
    return "\(name) recorded \(Self.count(events.count)) that the test did not consume\(end)"
  }

  private func before(_ events: RecordedEvents<String>) -> [String] {
    let list = EventText.list(events)
    return list.isEmpty ? [] : ["  events before its end:"] + list
  }

  // MARK: Words

  private func created(_ site: CallSite) -> String { "  created at \(site)" }

  private static func count(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }

  /// How an error ended the recording: `failed after 1 of 2 events: Refused()`.
  private static func ending(_ error: any Error, _ circumstance: String) -> String {
    error is CancellationError ? "was cancelled \(circumstance)" : "failed \(circumstance): \(error)"
  }
}

/// A problem with the recording of a stream.
struct RecordingFinding: Finding {
  indirect enum Kind: Sendable {
    /// A consuming call failed.
    case call(RecordingFailure)
    /// Events were left unconsumed, or no call received the error.
    case unconsumed(RecordedEvents<String>, error: (any Error)?, createdAt: CallSite)
    /// An event came after the end; the list holds the events before it.
    case afterEnd(String, RecordedEvents<String>, createdAt: CallSite)
  }

  /// The name of the recorder.
  var name: String
  var kind: Kind

  var text: String { RecordingText(self).text }

  func isOfACall(at site: CallSite) -> Bool { endsAWait }

  var endsAWait: Bool {
    if case .call = kind { true } else { false }
  }
}

/// The facts of a consuming call that failed.
struct RecordingFailure: Sendable {
  enum Cause: Sendable {
    /// The time ran out.
    case silence
    /// The time of a wait around the call was over.
    case interrupted
    /// Events came, although the call waits for the end or for nothing.
    case unexpected
    /// Events came that differ from the expected ones.
    case different(EventDifference)
    /// The end came, although the call waits for events or an error.
    case ended
    /// An error came, although the call waits for something else.
    case failed(any Error)
  }

  var goal: RecorderGoal
  var cause: Cause
  /// The unconsumed events, and the last events before them.
  var events: RecordedEvents<String>
  /// The expected events, if the call has any.
  var expected: Excerpt<String>?
  var difference: EventDifference?
  var createdAt: CallSite
  /// The report of the wait in which the call failed.
  var report: WaitReport
}

/// An event that differs from the expected one.
struct EventDifference: Sendable {
  /// The number of the event in the recording, from 1.
  var number: Int
  var event: String
  var expected: String

  var text: String { "event \(number) is \(event), expected \(expected)" }
}
