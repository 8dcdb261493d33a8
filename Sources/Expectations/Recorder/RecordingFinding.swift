/// What can be wrong with the recording of a stream.
struct RecordingFinding: Finding {
  enum Kind: Sendable {
    /// A consuming call failed.
    case call(RecordingFailure)
    /// Events were left unconsumed, or an error that no call got.
    case unconsumed(RecordedEvents<String>, error: (any Error)?, createdAt: CallSite)
    /// An event came after the end, and these before it.
    case afterEnd(String, RecordedEvents<String>, createdAt: CallSite)
  }

  /// The name of the recorder.
  var name: String
  var kind: Kind

  var text: String { RecordingText(self).text }

  func isOfACall(at site: CallSite) -> Bool {
    if case .call = kind { true } else { false }
  }
}

/// The facts of a consuming call that failed.
struct RecordingFailure: Sendable {
  enum Cause: Sendable {
    /// The time was over.
    case silence
    /// The time of the wait around was over.
    case interrupted
    /// Events came where the end or nothing was wanted.
    case inTheWay
    /// Events came that are not the expected ones.
    case different(EventDifference)
    /// The end came where events or an error were wanted.
    case ended
    /// An error came where something else was wanted.
    case failed(any Error)
  }

  var goal: RecordingGoal
  var cause: Cause
  /// The events that were there, unconsumed, and what had come before them.
  var events: RecordedEvents<String>
  /// What they were to be, if that was said.
  var expected: Excerpt<String>?
  var difference: EventDifference?
  var createdAt: CallSite
  /// The wait in which the call failed.
  var report: WaitReport
}

/// What a consuming call wants.
enum RecordingGoal: Hashable, Sendable {
  case events(Int)
  case end
  case error
  case nothing
}

/// An event that is not the expected one.
struct EventDifference: Sendable {
  /// Its number in the recording, from 1.
  var number: Int
  var event: String
  var expected: String

  var text: String { "event \(number) is \(event), expected \(expected)" }
}
