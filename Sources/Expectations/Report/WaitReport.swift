/// What happened during a wait. Its text has every fact of the failure.
///
/// `report(of:timeout:)` returns a report, and a ``WaitError`` carries one.
///
/// ```swift
/// let report = await report(of: [saved, fetched], timeout: .seconds(5))
/// print(report)  // the text that a failure would have
/// ```
public struct WaitReport: Sendable {
  /// How the wait ended.
  public internal(set) var outcome: Outcome
  /// How long the wait took.
  public internal(set) var elapsed: Duration
  /// How much of that time did not count, because the process, a queue or the concurrency pool could not run code.
  public internal(set) var uncounted: Duration = .zero
  /// How long the wait was allowed to take, scaled; nil when there was no limit.
  public internal(set) var limit: Duration?
  /// The requested timeout, before scaling; it may be negative.
  public internal(set) var timeout: Duration
  /// The line of the wait.
  public internal(set) var callSite: Place
  /// The result of each expectation, in the order of the list. A repeated expectation appears again.
  public internal(set) var expectations: [Entry]
  /// The error of the outcome ``Outcome/threw``.
  public internal(set) var error: (any Error)?

  /// The index, in ``expectations``, of the expectation that decided the wait; nil when none did. It came too early,
  /// must not have happened, or delivered an error.
  package internal(set) var decisiveIndex: Int?
  /// The index, in ``expectations``, of the expectation whose turn it was, when the order was wrong.
  package internal(set) var awaitedIndex: Int?
  /// How long the wait took to return after its verdict, because the thread or the concurrency pool was busy.
  var delay: Duration = .zero
  /// What did not run during the wait, and what it blocked, one line each.
  var facts: [String] = []
  /// The lines of the observer, and those at the end of the text.
  var observed: [String] = []
  var closing: [String] = []
  var context: CallingContext
  /// Whether one expectation was enough to complete the wait.
  var isAnyOf = false
  /// The failure that ``record()`` records; nil if the wait recorded its failure itself.
  var unrecorded: Locked<(@Sendable () -> Void)?>?

  /// The description of the error of the outcome ``Outcome/threw``.
  public var errorDescription: String? { error.map { "\($0)" } }

  /// The context of the wait: `main thread`, `main queue`, `concurrency pool`, `queue "upload"`, `thread` or
  /// `suspended`. A suspended wait blocked nothing.
  public var waitedOn: String { context.name }

  /// Whether the wait was successful.
  public var isSuccess: Bool { outcome == .completed }

  /// Records the failure of a wait that recorded nothing, as the wait itself would have: at its line, in its test.
  ///
  /// Use it in helpers that examine the outcome first:
  ///
  /// ```swift
  /// let report = await report(of: [saved], timeout: .seconds(5))
  /// if report.outcome == .timedOut { print(server.log) }
  /// report.record()
  /// ```
  ///
  /// However often you call it, it records each problem only once. It records nothing for a success or a canceled wait.
  ///
  /// - Returns: Whether the wait was successful.
  @discardableResult
  public func record() -> Bool {
    unrecorded?.withLock { $0.take() }?()
    return isSuccess
  }
}

extension WaitReport: CustomStringConvertible {
  /// The text of the failure.
  public var description: String { WaitText(report: self).text }
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
      if case .cannotComplete = self { "cannotComplete" } else { "\(self)" }
    }
  }

  /// A place in the source code.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file, as in `#fileID`.
    public let fileID: String
    /// The full path of the file, as in `#filePath`.
    public let filePath: String
    /// The line, counted from 1.
    public let line: Int
    /// The column, counted from 1.
    public let column: Int

    /// The name of the file and the line: `DocumentTests.swift:24`.
    public var description: String { fileID.split(separator: "/").last.map { "\($0):\(line)" } ?? "line \(line)" }

    package init(_ site: CallSite) {
      (fileID, filePath) = ("\(site.fileID)", "\(site.filePath)")
      (line, column) = (Int(clamping: site.line), Int(clamping: site.column))
    }
  }

  /// The result of one expectation.
  public struct Entry: Sendable, Equatable, CustomStringConvertible {
    /// The description of the expectation.
    public internal(set) var description: String
    /// The line that created the expectation.
    public internal(set) var createdAt: Place
    /// How many fulfillments it needed; `0` if it must not happen.
    public internal(set) var requiredCount: Int
    /// How many fulfillments it allowed; `Int.max` for any number.
    public internal(set) var allowedCount: Int
    /// How many fulfillments there were, with values and with errors.
    public internal(set) var fulfillmentCount: Int
    /// The fulfillments in order; if there are very many, only the first 64 and the last 64.
    public internal(set) var fulfillments: [Fulfillment]
    /// Whether the expectation was complete in time.
    public internal(set) var isComplete: Bool
    /// Whether the expectation also appears earlier in the list. The wait counts it once.
    var isRepeated = false
    /// What is known of its handlers: when the last one was released uncalled, or that one is still held.
    var handlers: String?

    /// Whether the expectation lasts until the end of the wait, because it needs no fulfillment.
    var isInverted: Bool { requiredCount == 0 }
    /// Whether there were more fulfillments than the expectation allowed, and not only after its window.
    var isOverFulfilled: Bool { fulfillmentCount > allowedCount && !(isInverted && isComplete) }
  }

  /// One fulfillment.
  public struct Fulfillment: Sendable, Equatable {
    /// When it happened, measured from the beginning of the wait; negative before the wait.
    public internal(set) var time: Duration
    /// The line that fulfilled the expectation; nil for a call of a handler, which has no line.
    public internal(set) var callSite: Place?
    /// The thread, queue or named task: `main`, `concurrency pool`, `queue "upload"`, `task "sync"`, `background
    /// thread`.
    public internal(set) var thread: String
    /// Whether the fulfillment delivered an error.
    public internal(set) var isError: Bool
    /// How long after the deadline it came; nil when it came in time.
    ///
    /// Time in which some code could not run does not count.
    public internal(set) var lateness: Duration?
  }
}

/// The error of a call that failed: of a wait, a condition, or a body that did not end in time.
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
