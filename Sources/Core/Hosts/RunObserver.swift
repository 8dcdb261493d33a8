/// Learns of waits and tests, and adds lines to the text of a failure. It decides nothing: without it, each verdict,
/// its instant and its line are the same.
///
/// The library calls it outside of every lock.
package protocol RunObserver: Sendable {
  /// Notes that a wait goes to sleep.
  func waitBegan(_ wait: WaitFacts)
  /// Notes the end of a wait.
  func waitEnded(_ wait: WaitFacts, _ outcome: WaitReport.Outcome)
  /// Returns lines for the text of a wait that has timed out. The wait returns only after that, a second later at most.
  func lines(for wait: WaitFacts) -> [String]
  /// Notes that a test has begun or ended, or goes on although no wait does.
  func testsChanged()
  /// Notes a failure: in XCTest each, in Swift Testing those that the library records.
  func failureRecorded(in test: String?)
}

/// What an observer learns of a wait.
package struct WaitFacts: Sendable {
  /// Another number for each wait that sleeps.
  package var number: UInt64
  package var descriptions: [String]
  package var site: CallSite
  package var test: String?
  /// When it began, in nanoseconds on the monotonic clock.
  package var began: Int64
  /// How long it may take, in nanoseconds; `Int64.max` for any time.
  package var limit: Int64
}

/// The one observer, if a library that adds it is linked.
package enum RunObservers {
  // Unsafe: it is set before the first test, and then only read.
  @exclusivity(unchecked) private(set) nonisolated(unsafe) static var current: (any RunObserver)?

  /// Sets the observer. Call it before the first test.
  package static func set(_ observer: any RunObserver) { current = observer }
}

package enum RunProgress {
  /// Notes that a test goes on, although no wait begins or ends.
  package static func note() { RunObservers.current?.testsChanged() }
}
