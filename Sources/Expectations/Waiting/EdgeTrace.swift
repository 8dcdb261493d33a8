import ExpectationsBeforeTests

/// Tells the recorder of `expectations-trace` what happened when. It is linked only when that program builds the tests.
enum EdgeTrace {
  static var isRecorded: Bool { expectations_is_traced }

  static func noteCreation(_ title: String, at site: CallSite) { mark(expectations_trace_created, title, site) }

  static func noteTimeout(_ title: String, at site: CallSite) { mark(expectations_trace_timed_out, title, site) }

  /// Notes that the time of a wait is over, unless that may be what the test expects.
  static func note(_ record: WaitRecord) {
    guard record.hasTimedOut, !record.request.isTimeoutExpected else { return }
    let missing = zip(record.request.expectations.map(\.title), record.states).filter { !$1.isComplete }
    noteTimeout(missing.map(\.0).joined(separator: ", "), at: record.request.site)
  }

  private static func mark(_ event: expectations_trace_event, _ title: String, _ site: CallSite) {
    expectations_trace_mark(event, title, site.filePath.description, UInt32(site.line))
  }
}
