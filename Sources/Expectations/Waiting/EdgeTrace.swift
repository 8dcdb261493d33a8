import ExpectationsBeforeTests

/// Tells the recorder of `expectations-trace` which wait has timed out, and so where the path of the test's code ends.
/// The recorder is linked only when that program builds the tests.
enum EdgeTrace {
  static var isRecorded: Bool { expectations_is_traced }

  /// Notes that the time of a wait is over, unless that may be what the test expects.
  static func note(_ record: WaitRecord) {
    guard record.hasTimedOut, !record.request.isTimeoutExpected else { return }
    let missing = zip(record.request.expectations.map(\.title), record.states).filter { !$1.isComplete }
    noteTimeout(missing.map { "\"\($0.0)\"" }.joined(separator: ", "), at: record.request.site)
  }

  static func noteTimeout(_ name: String, at site: CallSite) {
    expectations_trace_timeout(name, site.filePath.description, UInt32(site.line))
  }
}
