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
