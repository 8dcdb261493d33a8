import Testing

import class Expectations.Expectation

@testable import Expectations

@Suite struct WithinTests {
  private struct Refused: Error, Equatable {
    var number: Int
  }

  /// A class that is not `Sendable`.
  private final class Receipt {
    var number = 0
  }

  @Test func onAManualClock_theTimeoutIsTheClocks() async {
    let line = #line
    let clock = ManualClock()
    let (_, host) = await recording {
      let waiting = Task {
        try await within(.seconds(30), clock: clock) { try await Task.sleep(for: .seconds(3600)) }
      }
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(30))
      await #expect(throws: RecordingHost.Stop.self) { try await waiting.value }
    }
    #expect(
      host.records == [
        """
        WithinTests.swift:\(line + 4): failure: Timed out after 30.00 s on its clock: "the body" has not ended
          "the body" was cancelled, and has ended
        """
      ])
  }

  @Test func text_saysWhatWasInTheWay() {
    var report = SampleReport.report(.timedOut, [SampleReport.entry("photo uploaded")])
    report.probes = SampleReport.answers(.microseconds(100), .microseconds(200), .microseconds(300))
    let failure = BodyFailure(description: "photo uploaded", isLeftBehind: false, report: report)
    #expect(
      failure.text == """
        Timed out after 5.00 s: "photo uploaded" has not ended
          "photo uploaded" was cancelled, and has ended
          the main queue, the global queue and the concurrency pool answered when probed: the body awaits something else, or takes longer
        """)
  }
}
