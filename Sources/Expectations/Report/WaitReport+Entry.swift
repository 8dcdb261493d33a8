extension WaitReport {
  /// A place in the source code.
  public struct Place: Sendable, Hashable, Encodable {
    /// The module and file, as in `#fileID`: `MyAppTests/DocumentTests.swift`. Empty when only the line is known.
    public internal(set) var fileID: String
    /// The full path of the file, as in `#filePath`.
    public internal(set) var filePath: String
    /// The line, counted from 1.
    public internal(set) var line: Int
    /// The column, counted from 1.
    public internal(set) var column: Int
  }

  /// The result of one expectation.
  public struct Entry: Sendable, Equatable, Encodable {
    /// The description of the expectation.
    public internal(set) var description: String
    /// The line that created the expectation.
    public internal(set) var createdAt: Place
    /// When it was created, measured from the beginning of the wait; usually negative.
    var creationTime: Duration
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
    var isRepeated: Bool = false
    /// When the last handler of the expectation was released, if no handler had been called; nil otherwise.
    ///
    /// After that, nothing could call a handler.
    var handlersReleasedTime: Duration?
    /// The thread or queue of that release.
    var handlersReleasedOn: String?
    /// Whether nothing but the test and the wait held the expectation at the end, so that nothing could fulfill it.
    var isUnheld: Bool = false
    /// Whether the expectation still had a handler at the end of the wait, and no handler had been called.
    var hasUncalledHandler: Bool = false
    /// What was observed, if the expectation is for a notification.
    var notification: ObservedNotification?

    /// Whether the expectation lasts until the end of the wait, because it needs no fulfillment.
    var isInverted: Bool { requiredCount == 0 }
    /// Whether there were more fulfillments than the expectation allowed.
    var isOverFulfilled: Bool { fulfillmentCount > allowedCount }
  }

  /// One fulfillment.
  public struct Fulfillment: Sendable, Equatable, Encodable {
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

extension WaitReport.Entry: CustomStringConvertible {}

extension WaitReport.Place: CustomStringConvertible {
  /// The name of the file and the line: `DocumentTests.swift:24`.
  public var description: String {
    fileID.split(separator: "/").last.map { "\($0):\(line)" } ?? "line \(line)"
  }

  init(_ site: CallSite) {
    self.init(
      fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(clamping: site.line),
      column: Int(clamping: site.column))
  }
}
