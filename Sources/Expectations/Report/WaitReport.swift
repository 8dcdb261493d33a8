import Foundation

/// What happened during a wait: every fact that the text of its failure is made of.
///
/// `outcome(of:timeout:)` returns one; a ``WaitError`` carries one; with Swift Testing, a failing wait attaches its
/// own to the test.
///
/// ```swift
/// let report = await outcome(of: saved, fetched, timeout: .seconds(5))
/// print(report)                                   // the text that a failure would have
/// try JSONEncoder().encode(report).write(to: url) // the same facts, for a tool
/// ```
///
/// Encoded, lengths of time are seconds and an outcome is its name. A report that is decoded again has the same text.
/// It has no ``error`` any more, but still its ``errorDescription``.
public struct WaitReport: Sendable, Codable {
  /// How the wait ended.
  public internal(set) var outcome: Outcome
  /// How long the wait took.
  public internal(set) var elapsed: Duration
  /// How much of that time did not count, because not everything could run: the concurrency pool or a queue was not
  /// served, or the process did not run.
  public internal(set) var uncounted: Duration = .zero
  /// What did not run then, as far as it took long enough to be told apart.
  public internal(set) var stalls: [Stall] = []
  /// How much time passed meanwhile on the clock that the wait was given; nil when it was given none but the machine's.
  public internal(set) var elapsedOnClock: Duration?
  /// How long it was allowed to take, on the clock that it was given or, after scaling, on the machine's; nil when
  /// there was no limit.
  public internal(set) var limit: Duration?
  /// The timeout as it was asked for, before scaling; it may be negative.
  public internal(set) var timeout: Duration
  /// Where the wait is.
  public internal(set) var callSite: Place
  /// What became of each expectation, in the order of the list that was waited for, also of one that stands there
  /// twice.
  public internal(set) var expectations: [Entry]
  /// The index, in ``expectations``, of the one that decided the wait; nil when it was none in particular.
  ///
  /// It came too early, must not have happened, or delivered an error.
  public internal(set) var decisive: Int?
  /// The index, in ``expectations``, of the one whose turn it was, when the order was wrong.
  public internal(set) var awaited: Int?
  /// The error of the outcome ``Outcome/threw``; it is not encoded.
  public internal(set) var error: (any Error)?
  /// What that error says of itself.
  public internal(set) var errorDescription: String?
  /// How long after its end was decided the wait returned: what it waited on was busy then.
  public internal(set) var delay: Duration = .zero
  /// What else could run while the wait lasted; empty when it was over too soon to ask.
  public internal(set) var probes: [Probe] = []
  /// How many threads of the concurrency pool stood in blocking waits of this library when the probes were sent.
  public internal(set) var blockedPoolThreads: Int = 0
  /// How many threads the concurrency pool has.
  public internal(set) var poolSize: Int = 0
  /// What the threads of the process did when time was over, on Linux and if a probe had no answer; empty otherwise.
  public internal(set) var threads: [ThreadGroup] = []

  var context: CallingContext
  /// What ``record()`` records; nil of a report that was decoded, and of a wait that has recorded its failure itself.
  var unrecorded: UnrecordedFailure?
  /// Whether one of the expectations was enough.
  var isAnyOf = false
  /// What there is to say of the manual clocks of its test.
  var clocks: [String] = []

  /// What the wait was called from: `main thread`, `main queue`, `concurrency pool`, `queue "upload"`, `thread`; or
  /// `suspended` when it held nothing up.
  public var waitedOn: String { context.name }

  /// Whether the wait was successful.
  public var isSuccess: Bool { outcome == .completed }

  /// The description of the `until:` expectation that did not come; nil when it came, and when there was none.
  ///
  /// Without it, the whole time was watched.
  public internal(set) var missingSignal: String?

  // All but the error, of which only the description can be encoded.
  private enum CodingKeys: String, CodingKey {
    case outcome, elapsed, uncounted, stalls, elapsedOnClock, limit, timeout, callSite, expectations, decisive, awaited,
      errorDescription, delay, probes, missingSignal, isAnyOf, clocks
    case blockedPoolThreads, poolSize, threads
    case context = "waitedOn"
  }
}

extension WaitReport {
  /// The report for tools, if its numbers can be written.
  var json: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension WaitReport: CustomStringConvertible {
  /// What a failure text says.
  public var description: String { WaitText(self).text }
}

/// A wait failed, and its failure has been recorded.
///
/// Throwing this error only stops the code that was going to use the result.
///
/// Tests that a framework runs do not meet it: there, a failed wait throws the error by which that framework stops a
/// test without a second failure.
public struct WaitError: Error, CustomStringConvertible {
  /// What happened.
  public let report: WaitReport

  /// What the failure says.
  public var description: String { report.description }
}
