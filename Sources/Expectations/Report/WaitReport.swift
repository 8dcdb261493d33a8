import Foundation

/// What happened during a wait. Its text, and what it encodes, have every fact of the failure.
///
/// `outcome(of:timeout:)` returns a report, and a ``WaitError`` carries one. With Swift Testing, a failing wait
/// attaches its report to the test.
///
/// ```swift
/// let report = await outcome(of: saved, fetched, timeout: .seconds(5))
/// print(report)                                   // the text that a failure would have
/// try JSONEncoder().encode(report).write(to: url) // the same facts, for a tool
/// ```
///
/// In encoded form, lengths of time are seconds, an outcome is its name, and an error is its ``errorDescription``.
public struct WaitReport: Sendable, Encodable {
  /// How the wait ended.
  public internal(set) var outcome: Outcome
  /// How long the wait took.
  public internal(set) var elapsed: Duration
  /// How much of that time did not count, because the process, a queue or the concurrency pool could not run code.
  public internal(set) var uncounted: Duration = .zero
  /// What did not run during that time, as far as it lasted long enough to be identified.
  var stalls: [Stall] = []
  /// How much time passed on the clock that the test gave to the wait; nil when the test gave none.
  public internal(set) var elapsedOnClock: Duration?
  /// How long the wait was allowed to take; nil when there was no limit.
  ///
  /// It is measured on the clock of the wait; a limit in real time is scaled.
  public internal(set) var limit: Duration?
  /// The requested timeout, before scaling; it may be negative.
  public internal(set) var timeout: Duration
  /// The line of the wait.
  public internal(set) var callSite: Place
  /// The result of each expectation, in the order of the list. A repeated expectation appears again.
  public internal(set) var expectations: [Entry]
  /// The index, in ``expectations``, of the expectation that decided the wait; nil when none did.
  ///
  /// It came too early, must not have happened, or delivered an error.
  public internal(set) var decisiveIndex: Int?
  /// The index, in ``expectations``, of the expectation whose turn it was, when the order was wrong.
  package var awaitedIndex: Int?
  /// The error of the outcome ``Outcome/threw``. It is not encoded.
  public internal(set) var error: (any Error)?
  /// The description of that error.
  public internal(set) var errorDescription: String?
  /// How long the wait took to return after its verdict, because the thread or the concurrency pool was busy.
  var delay: Duration = .zero
  /// What else could run during the wait; empty when the wait was too short to ask.
  var probes: [Probe] = []
  /// How many threads of the concurrency pool were in blocking waits of this library when the probes were sent.
  var blockedPoolThreads: Int = 0
  /// How many threads the concurrency pool has.
  var poolSize: Int = 0

  /// Where the threads and tasks stood; nil when nothing looked.
  var inspected: InspectedWait?
  var context: CallingContext
  /// The failure that ``record()`` records; nil if the wait recorded its failure itself.
  var unrecorded: UnrecordedFailure?
  /// Whether one expectation was enough to complete the wait.
  var isAnyOf = false
  /// The test that a command can repeat, if the wait was one of a test.
  var testForCommands: String?
  /// The remarks of the manual clocks of its test.
  var clocks: [String] = []

  /// The context of the wait: `main thread`, `main queue`, `concurrency pool`, `queue "upload"`, `thread`, or
  /// `suspended`, `suspended on an actor`, `suspended on the main actor`.
  ///
  /// A suspended wait blocked nothing. It continues on its actor.
  public var waitedOn: String { context.name }

  /// Whether the wait was successful.
  public var isSuccess: Bool { outcome == .completed }

  /// The description of the `until:` expectation that did not come; nil when it came, and when there was none.
  ///
  /// If the wait lasted its whole time without that signal, it has timed out.
  public internal(set) var missingSignal: String?

  // All properties except the error, which can be encoded only as its description.
  private enum CodingKeys: String, CodingKey {
    case outcome, elapsed, uncounted, stalls, elapsedOnClock, limit, timeout, callSite, expectations, decisiveIndex,
      awaitedIndex, errorDescription, delay, probes, missingSignal, isAnyOf, clocks
    case blockedPoolThreads, poolSize
    case context = "waitedOn"
    case inspected = "standings"
  }
}

extension WaitReport {
  /// The report as JSON for tools; nil if encoding fails.
  var json: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension WaitReport: CustomStringConvertible {
  /// The text of the failure.
  public var description: String { WaitText(self).text }
}

/// The error of a call that failed: of a wait, a condition, a recorder, or a body that did not end in time.
///
/// The failure has already been recorded. Throwing the error only stops the code that needs the result.
///
/// Tests that a framework runs do not see this error. In such a test, the call throws the framework's own error, which
/// stops the test without a second failure.
public struct WaitError: Error, CustomStringConvertible {
  /// The text of the failure.
  public let description: String
  /// What happened during the wait; nil for other calls.
  public let report: WaitReport?
}

extension WaitReport {
  /// How a wait ended.
  public enum Outcome: Sendable, Equatable {
    /// Everything expected happened, and nothing else.
    case completed
    /// The time ran out before everything had happened.
    case timedOut
    /// The expectations were not complete in the order of the list.
    case incorrectOrder
    /// An event that must not happen happened.
    case unexpectedFulfillment
    /// An event happened more often than its count allows.
    case overFulfilled
    /// A fulfillment delivered an error.
    case threw
    /// The task was canceled.
    case cancelled
    /// The time of an enclosing wait was over.
    case interrupted
    /// The wait could not complete, for the given reason.
    case cannotComplete(String)

    /// The name of the case: `timedOut`, `cannotComplete`.
    public var name: String {
      switch self {
      case .completed: "completed"
      case .timedOut: "timedOut"
      case .incorrectOrder: "incorrectOrder"
      case .unexpectedFulfillment: "unexpectedFulfillment"
      case .overFulfilled: "overFulfilled"
      case .threw: "threw"
      case .cancelled: "cancelled"
      case .interrupted: "interrupted"
      case .cannotComplete: "cannotComplete"
      }
    }
  }
}

extension WaitReport.Outcome: Encodable {
  private enum CodingKeys: CodingKey { case cannotComplete }

  /// Encodes a name, as in `"timedOut"`, or an object with a reason, `{"cannotComplete": "nothing to wait for"}`.
  ///
  /// - Parameter encoder: The encoder to write to.
  ///
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    guard case .cannotComplete(let reason) = self else {
      var container = encoder.singleValueContainer()
      try container.encode(name)
      return
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reason, forKey: .cannotComplete)
  }
}

extension WaitReport {
  /// Records the failure of a wait that recorded nothing, as the wait itself would have: at its line, in its test.
  ///
  /// Use it in helpers that examine the outcome first:
  ///
  /// ```swift
  /// let report = await outcome(of: saved, timeout: .seconds(5))
  /// if report.outcome == .timedOut { print(server.log) }
  /// report.record()
  /// ```
  ///
  /// However often you call it, it records each problem only once. It records nothing for a success or a canceled wait.
  ///
  /// - Returns: Whether the wait was successful.
  @discardableResult
  public func record() -> Bool {
    unrecorded?.record()
    return isSuccess
  }
}

/// Records, at most once, the failure of a wait whose caller judges the outcome.
final class UnrecordedFailure: Sendable {
  private let recording: Locked<(@Sendable () -> Void)?>

  /// - Parameter recording: Records the failure. It is called at most once.
  init(_ recording: @escaping @Sendable () -> Void) {
    self.recording = Locked(recording)
  }

  func record() { recording.withLock { $0.take() }?() }
}

// The `Encodable` code that the compiler generates for reports uses these overloads. They write seconds, which tools
// can use. A `Duration` on its own encodes as the two halves of a number of attoseconds.

extension KeyedEncodingContainer {
  mutating func encode(_ duration: Duration, forKey key: Key) throws {
    try encode(Double(duration.saturatedNanoseconds) / 1e9, forKey: key)
  }

  mutating func encodeIfPresent(_ duration: Duration?, forKey key: Key) throws {
    if let duration { try encode(duration, forKey: key) }
  }
}
