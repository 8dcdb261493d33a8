/// What happened during a wait.
///
/// `outcome(of:timeout:)` returns one; a ``WaitFailure`` carries one.
public struct WaitReport: Sendable {
  /// How a wait ended.
  public enum Outcome: Sendable, Equatable {
    /// All that was expected happened, and nothing else.
    case completed
    /// The time was over before all had happened.
    case timedOut
    /// The expectations were not completed in the order of the list.
    case incorrectOrder
    /// Something happened that must not happen.
    case unexpectedFulfillment
    /// Something happened more often than its count allows.
    case overFulfilled
    /// An expectation was fulfilled with an error.
    case threw
    /// The task was cancelled.
    case cancelled
    /// The time of a wait that this one ran inside of was over.
    case interrupted
    /// The wait could not have been completed, for the reason given.
    case cannotComplete(String)
  }

  /// What became of one expectation.
  public struct Entry: Sendable {
    /// What was expected.
    public var description: String
    /// Where the expectation was created.
    public var createdAt: CallSite
    /// How many fulfilments it needed.
    public var requiredCount: Int
    /// How many it allowed; `Int.max` for any number.
    public var allowedCount: Int
    /// How many there were, with values and with errors.
    public var fulfillmentCount: Int
    /// The fulfilments in order. Of very many only the first and the last 64 are kept.
    public var fulfillments: [Fulfillment]
    /// Whether it had all it needed in time.
    public var isComplete: Bool

    let isQuiet: Bool
  }

  /// One fulfilment.
  public struct Fulfillment: Sendable {
    /// When it happened, from the beginning of the wait; negative when that was before it.
    public var time: Duration
    /// The line that made it; nil when a handler was called, which carries no line.
    public var callSite: CallSite?
    /// The thread or queue: `main`, `concurrency pool`, `queue "upload"`, `background thread`.
    public var thread: String
    /// Whether it delivered an error.
    public var isError: Bool
  }

  /// How the wait ended.
  public var outcome: Outcome
  /// How long the wait took.
  public var elapsed: Duration
  /// How much time passed meanwhile on the clock that the wait was given; nil when it was given none but the machine's.
  public var elapsedOnClock: Duration?
  /// How long it was allowed to take, on the clock that it was given or, after scaling, on the machine's; nil when there
  /// was no limit.
  public var limit: Duration?
  /// Where the wait is.
  public var callSite: CallSite
  /// What became of each expectation, in the order of the wait; of one that was given twice, once.
  public var expectations: [Entry]
  /// The error of the outcome ``Outcome/threw``.
  public var error: (any Error)?

  /// The timeout as it was asked for.
  let asked: Duration
  let verdict: Verdict.Kind
  /// The names of what was waited for, by the positions that the verdict speaks of.
  let names: [String]
  let surroundings: Surroundings
  /// How long after its verdict the wait went on running.
  let delay: Duration

  /// Whether the wait was successful.
  public var isSuccess: Bool { outcome == .completed }
}

extension WaitReport: CustomStringConvertible {
  /// What a failure text says.
  public var description: String { Finding.wait(self).text }
}

/// A wait failed. Its failure has been recorded; throwing this only stops what was going to use the result.
///
/// Tests that a framework runs do not meet it: there, a failed wait throws the error by which that framework stops a
/// test without a second failure.
public struct WaitFailure: Error, CustomStringConvertible {
  /// What happened.
  public var report: WaitReport

  public var description: String { report.description }
}
