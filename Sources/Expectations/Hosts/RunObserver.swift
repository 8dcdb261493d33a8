/// Learns of waits and tests, and adds lines to the text of a failure. It decides nothing: without it, each verdict,
/// its instant and its line are the same.
///
/// The library calls it outside of every lock.
package protocol RunObserver: AnyObject, Sendable {
  /// Whether it wants to know of progress.
  var watchesProgress: Bool { get }
  /// Notes that a wait goes to sleep, or that a condition or a call of a recorder begins.
  func waitBegan(_ wait: WaitFacts)
  /// Notes, if it wants to know, that an expectation has been fulfilled or a condition evaluated, and the wait goes on.
  func waitProgressed(_ wait: WaitFacts)
  /// Notes the end. Of a wait that has ended at once, it has not seen the beginning.
  func waitEnded(_ wait: WaitFacts, _ end: WaitEnd)
  /// Notes, on the timer's queue, that waits have timed out, and lets them return: at once, or on another thread a
  /// second later at most.
  func waitsTimedOut(_ proceed: @escaping @Sendable () -> Void)
  /// Returns lines for the text of a wait that has timed out, on the thread of the wait. That of other tests closes it.
  func lines(for wait: WaitFacts) -> (own: [String], others: String?)
  /// Notes that a test has begun or ended, or goes on although no wait does.
  func testsChanged()
  /// Notes a failure: in XCTest each, in Swift Testing those that the library records.
  func failureRecorded(in test: String?)
}

/// What an observer learns of a wait.
package struct WaitFacts: Sendable {
  /// What a wait is for.
  package enum Kind: String, Sendable {
    case all, inOrder, any, condition, recording
    /// A wait that watches for its whole time that something does not happen.
    case mustNotHappen
    /// A wait that watches for its whole time that a condition lasts.
    case mustLast
  }

  /// What a wait waits for; a condition and a call of a recorder have one.
  package struct Part: Sendable {
    package var description: String
    package var fulfillments = 0
    package var isComplete = false
  }

  /// Another number for each wait that lives.
  package var number: UInt
  package var kind: Kind
  package var parts: [Part]
  /// How often a condition has been evaluated; nil for anything else.
  package var evaluations: Int?
  package var site: CallSite
  package var test: String?
  /// When it began, in nanoseconds on the monotonic clock.
  package var began: Int64
  /// How long it may take, in nanoseconds; `Int64.max` for any time.
  package var limit: Int64
  /// Whether it blocks its thread.
  package var isBlocking: Bool
}

/// How a wait ended.
package struct WaitEnd: Sendable {
  package var outcome: WaitReport.Outcome
  /// How long it took, and how much time passed besides and did not count, in nanoseconds.
  package var used: Int64
  package var uncounted: Int64
  /// The stalls of that time; empty unless much of it did not count.
  package var stalls: [Stall] = []
  /// Whether the caller judges the outcome; a failed wait may be just what it wants.
  package var isJudgedByCaller: Bool
}

/// The one observer, if a library that adds it is linked.
package enum RunObservers {
  // Unsafe: it is set before the first test, and then only read.
  @exclusivity(unchecked) private(set) nonisolated(unsafe) static var current: (any RunObserver)?

  /// Sets the observer. Call it before the first test.
  package static func set(_ observer: any RunObserver) { current = observer }

  /// Notes that a test goes on, although no wait begins or ends.
  package static func noteProgress() { current?.testsChanged() }
}
