@testable import Expectations

/// Reports with invented facts, for tests of texts.
enum SampleReport {
  static func place(_ file: String, _ line: Int) -> WaitReport.Place {
    WaitReport.Place(fileID: file, filePath: "/\(file)", line: line, column: 1)
  }

  static let uploader = place("App/Uploader.swift", 88)

  static func entry(
    _ name: String, _ required: Int = 1, allowed: Int? = nil, times: [Duration] = [], thread: String = "main",
    site: WaitReport.Place? = place("AppTests/DocumentTests.swift", 31), isError: Bool = false,
    isComplete: Bool = false, lateness: Duration? = nil, handlersReleased: Duration? = nil,
    hasUncalledHandler: Bool = false
  ) -> WaitReport.Entry {
    WaitReport.Entry(
      description: name, createdAt: place("AppTests/DocumentTests.swift", 24), creationTime: .milliseconds(-1),
      requiredCount: required, allowedCount: allowed ?? required, fulfillmentCount: times.count,
      fulfillments: times.map {
        WaitReport.Fulfillment(time: $0, callSite: site, thread: thread, isError: isError, lateness: lateness)
      },
      isComplete: isComplete, handlersReleasedTime: handlersReleased, hasUncalledHandler: hasUncalledHandler)
  }

  static func report(
    _ outcome: WaitReport.Outcome, _ entries: [WaitReport.Entry], limit: Duration? = .seconds(5),
    timeout: Duration = .seconds(5), decisive: Int? = nil, awaited: Int? = nil, error: (any Error)? = nil,
    context: CallingContext = .suspended, delay: Duration = .zero
  ) -> WaitReport {
    WaitReport(
      outcome: outcome, elapsed: .milliseconds(5004), limit: limit, timeout: timeout,
      callSite: place("AppTests/DocumentTests.swift", 40), expectations: entries, decisiveIndex: decisive,
      awaitedIndex: awaited, error: error, errorDescription: error.map { "\($0)" }, delay: delay, context: context)
  }

  static func probe(_ target: WaitReport.Probe.Target, answer: Duration?, silence: Duration) -> WaitReport.Probe {
    WaitReport.Probe(target: target, time: .milliseconds(20), answer: answer, silence: silence)
  }

  /// Probes that were answered after these times.
  static func answers(_ times: Duration...) -> [WaitReport.Probe] {
    zip(WaitReport.Probe.Target.allCases, times).map { probe($0, answer: $1, silence: $1) }
  }
}
