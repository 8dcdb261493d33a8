extension WaitReport {
  /// A place in the source code.
  public struct Place: Sendable, Hashable, Codable {
    /// The module and file, as `#fileID` gives it: `MyAppTests/DocumentTests.swift`.
    public internal(set) var fileID: String
    /// The file's whole path, as `#filePath` gives it.
    public internal(set) var filePath: String
    /// The line, from 1.
    public internal(set) var line: Int
    /// The column, from 1.
    public internal(set) var column: Int
  }

  /// What became of one expectation.
  public struct Entry: Sendable, Equatable, Codable {
    /// What was expected.
    public internal(set) var description: String
    /// Where the expectation was created.
    public internal(set) var createdAt: Place
    /// When it was created, from the beginning of the wait, so in general negative.
    public internal(set) var creationTime: Duration
    /// How many fulfillments it needed; `0` when it must not happen.
    public internal(set) var requiredCount: Int
    /// How many it allowed; `Int.max` for any number.
    public internal(set) var allowedCount: Int
    /// How many there were, with values and with errors.
    public internal(set) var fulfillmentCount: Int
    /// The fulfillments in order; of very many only the first and the last 64.
    public internal(set) var fulfillments: [Fulfillment]
    /// Whether it had all it needed in time.
    public internal(set) var isComplete: Bool
    /// Whether it stands in the list before, too; it is waited for once.
    public internal(set) var isRepeated: Bool = false
    /// When the last of its handlers was released, if none had been called; nil otherwise.
    ///
    /// From then on, nothing could call one.
    public internal(set) var handlersGoneTime: Duration?
    /// Whether one of its handlers was still held when the wait was over, and none had been called.
    public internal(set) var hasUncalledHandler: Bool = false
    /// What was observed, if it is the expectation of a notification.
    public internal(set) var notification: ObservedNotification?

    /// Whether it lasts until the end of the wait, because it may not happen, or not too often.
    var isInverted: Bool { requiredCount == 0 }
    /// Whether there were more fulfillments than it allowed.
    var isExceeded: Bool { fulfillmentCount > allowedCount }
  }

  /// One fulfillment.
  public struct Fulfillment: Sendable, Equatable, Codable {
    /// When it happened, from the beginning of the wait; negative when that was before it.
    public internal(set) var time: Duration
    /// The line that made it; nil when a handler was called, which carries no line.
    public internal(set) var callSite: Place?
    /// The thread, queue or named task: `main`, `concurrency pool`, `queue "upload"`, `task "sync"`, `background
    /// thread`.
    public internal(set) var thread: String
    /// Whether it delivered an error.
    public internal(set) var isError: Bool
    /// How long after the deadline it came; nil when it was in time.
    ///
    /// Time in which not everything could run does not count.
    public internal(set) var lateness: Duration?
  }
}

extension WaitReport.Entry: CustomStringConvertible {}

extension WaitReport.Place: CustomStringConvertible {
  /// The file's name and the line: `DocumentTests.swift:24`.
  public var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }

  init(_ site: CallSite) {
    self.init(
      fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(clamping: site.line),
      column: Int(clamping: site.column))
  }
}
