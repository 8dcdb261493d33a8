extension WaitReport {
  /// A place in the source code.
  public struct Place: Sendable, Hashable, Codable {
    /// The module and file, as `#fileID` gives it: `MyAppTests/DocumentTests.swift`.
    public var fileID: String
    /// The file's whole path, as `#filePath` gives it.
    public var filePath: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int
  }

  /// What became of one expectation.
  public struct Entry: Sendable, Equatable, Codable {
    /// What was expected.
    public var description: String
    /// Where the expectation was created.
    public var createdAt: Place
    /// When it was created, from the beginning of the wait, so in general negative.
    public var creationTime: Duration
    /// How many fulfillments it needed; `0` when it must not happen.
    public var requiredCount: Int
    /// How many it allowed; `Int.max` for any number.
    public var allowedCount: Int
    /// How many there were, with values and with errors.
    public var fulfillmentCount: Int
    /// The fulfillments in order; of very many only the first and the last 64.
    public var fulfillments: [Fulfillment]
    /// Whether it had all it needed in time.
    public var isComplete: Bool
    /// Whether it stands in the list before, too; it is waited for once.
    public var isRepeated = false
    /// When the last of the handlers that were asked of it was released, if none had ever been called: nobody could
    /// call one any more.
    public var handlersGoneTime: Duration?
    /// Whether a handler that was asked of it was still held when the wait was over, and none had ever been called.
    public var hasUncalledHandler = false
    /// What was observed, if it is the expectation of a notification.
    public var notification: ObservedNotification?

    /// Whether it lasts until the end of the wait, because it may not happen, or not too often.
    var isQuiet: Bool { requiredCount == 0 }
    /// Whether there were more fulfillments than it allowed.
    var isExceeded: Bool { fulfillmentCount > allowedCount }
  }

  /// One fulfillment.
  public struct Fulfillment: Sendable, Equatable, Codable {
    /// When it happened, from the beginning of the wait; negative when that was before it.
    public var time: Duration
    /// The line that made it; nil when a handler was called, which carries no line.
    public var callSite: Place?
    /// The thread, queue or named task: `main`, `concurrency pool`, `queue "upload"`, `task "sync"`, `background
    /// thread`.
    public var thread: String
    /// Whether it delivered an error.
    public var isError: Bool
    /// How long after the deadline it came; nil when it was in time.
    ///
    /// Time in which not everything could run does not count.
    public var lateness: Duration?
  }
}

extension WaitReport.Place: CustomStringConvertible {
  /// The file's name and the line: `DocumentTests.swift:24`.
  public var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }

  init(_ site: CallSite) {
    self.init(
      fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(clamping: site.line),
      column: Int(clamping: site.column))
  }
}
