@testable import Expectations

/// Reports with invented facts, for tests of texts.
enum SampleReport {
  private static func site(_ file: StaticString, _ line: UInt) -> CallSite {
    CallSite(fileID: file, filePath: file, line: line, column: 1)
  }

  static func place(_ file: StaticString, _ line: UInt) -> WaitReport.Place { WaitReport.Place(site(file, line)) }

  static let uploader = place("App/Uploader.swift", 88)

  static func entry(
    _ name: String, _ required: Int = 1, allowed: Int? = nil, times: [Duration] = [], thread: String = "main",
    site: WaitReport.Place? = place("AppTests/DocumentTests.swift", 31), isError: Bool = false,
    isComplete: Bool = false, lateness: Duration? = nil, handlers: String? = nil
  ) -> WaitReport.Entry {
    WaitReport.Entry(
      description: name, createdAt: place("AppTests/DocumentTests.swift", 24),
      requiredCount: required, allowedCount: allowed ?? required, fulfillmentCount: times.count,
      fulfillments: times.map {
        WaitReport.Fulfillment(time: $0, callSite: site, thread: thread, isError: isError, lateness: lateness)
      },
      isComplete: isComplete, handlers: handlers)
  }

  static func report(
    _ outcome: WaitReport.Outcome, _ entries: [WaitReport.Entry], limit: Duration? = .seconds(5),
    timeout: Duration = .seconds(5), decisive: Int? = nil, awaited: Int? = nil, error: (any Error)? = nil,
    context: CallingContext = .suspended, delay: Duration = .zero
  ) -> WaitReport {
    WaitReport(
      outcome: outcome, elapsed: .seconds(5), limit: limit, timeout: timeout,
      callSite: place("AppTests/DocumentTests.swift", 40), expectations: entries, error: error, decisiveIndex: decisive,
      awaitedIndex: awaited, delay: delay, context: context)
  }
}
