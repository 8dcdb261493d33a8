import Foundation

/// What ran: the edges in their order, and where a wait timed out.
struct Trace: Sendable {
  struct Record: Equatable, Sendable {
    /// Nanoseconds.
    var time: UInt64
    var edge: Int
    var thread: Int
    /// 0 for code that is in no task.
    var task: UInt64 = 0
  }

  /// What a test printed of a wait whose time was over.
  struct Failure: Equatable, Sendable {
    /// `Timed out after 1.00 s waiting for "saved"`
    var text: String
    /// The last part of its path.
    var file: String
    var line: Int
  }

  var records: [Record] = []
  /// When a wait first timed out, in nanoseconds.
  var timeout: UInt64?
  var failure: Failure?
  /// How many records had no room: in the middle of a thread, or of threads beyond the limit.
  var lost = 0
  /// Whether the process came to its end by itself.
  var hasExited = true
  var hasPassed = false
  /// How often the test ran. All runs but the last passed.
  var runs = 1
}

extension Trace.Failure {
  /// The first that the output of a test run shows; nil for none.
  ///
  /// XCTest prints the place of a failure and its text on one line, Swift Testing on one or two.
  init?(in output: String) {
    let pattern = /([^\s\/:]+\.swift):([0-9]+):[^\n]*?(?:\n\W*)?(Timed out after [^\n]*)/
    guard let match = output.firstMatch(of: pattern), let line = Int(match.2) else { return nil }
    self.init(text: String(match.3), file: String(match.1), line: line)
  }
}
