import Foundation
import TestSupport
import Testing

@testable import Expectations
@testable import ExpectationsDiagnosis

@Suite struct WatchdogTests {
  private static func limits(
    report: Double? = nil, end: Double? = nil, ci: String? = nil, haveTests: Bool = true
  ) -> Watchdog.Limits? {
    Watchdog.Limits(reportSeconds: report, endSeconds: end, ci: ci, haveTests: haveTests)
  }

  private static func seconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }

  @Test func limits_areThoseOfTheEnvironment_andOfACISystem() {
    #expect(Self.limits() == nil)
    #expect(Self.limits(ci: "true")?.report == Self.seconds(300))
    #expect(Self.limits(ci: "false") == nil && Self.limits(ci: "true", haveTests: false) == nil)
    #expect(Self.limits(report: 0, ci: "true") == nil)
    #expect(Self.limits(report: 5, end: 9)?.end == Self.seconds(9))
  }

  @Test func silence_isReportedOnce_andThenEnded() throws {
    var monitor = ProgressMonitor(try #require(Self.limits(report: 2, end: 5)))
    #expect(monitor.start(at: 0) == Self.seconds(1))
    var verdicts: [ProgressMonitor.Verdict] = []
    for second in 1...5 { verdicts.append(monitor.check(at: Self.seconds(Double(second)), lastProgress: 0).verdict) }
    #expect(verdicts == [.goOn, .report, .goOn, .goOn, .end])
  }

  @Test func progress_beginsTheSilenceAnew() throws {
    var monitor = ProgressMonitor(try #require(Self.limits(report: 2)))
    _ = monitor.start(at: 0)
    #expect(monitor.check(at: Self.seconds(2), lastProgress: 0).verdict == .report)
    #expect(monitor.check(at: Self.seconds(3), lastProgress: Self.seconds(2.5)).verdict == .goOn)
    #expect(monitor.check(at: Self.seconds(4.5), lastProgress: Self.seconds(2.5)).verdict == .report)
  }

  /// A check that comes much too late shows that the process was stopped.
  @Test func timeInWhichTheProcessDidNotRun_isNoSilence() throws {
    var monitor = ProgressMonitor(try #require(Self.limits(report: 2)))
    _ = monitor.start(at: 0)
    #expect(monitor.check(at: Self.seconds(100), lastProgress: 0).verdict == .goOn)
    #expect(monitor.check(at: Self.seconds(101), lastProgress: 0).verdict == .report)
  }

  @Test func liveWaits_areListed_theOldestFirst() async throws {
    let printed = Locked<[String]>([])
    let ends = Recorder<Void>("the process ends")
    let dog = Watchdog(
      try #require(Self.limits(end: 0.05)), print: { text in printed.withLock { $0.append(text) } },
      end: { ends.record() })
    dog.began(Self.wait("saved", began: 0))
    dog.began(Self.wait("loaded", began: 0, number: 2))
    dog.ended(Self.wait("loaded", began: 0, number: 2))
    try await ends.next(timeout: .seconds(30))
    // It has done its work, and looks no more.
    await ends.expectNone(for: .milliseconds(300))
    withExtendedLifetime(dog) {}
    let texts = printed.withLock { $0 }
    let line = "This wait is live:\n  WatchdogTests.swift:1, in test saves(): \"saved\", for "
    #expect(texts.first?.contains(line) == true)
    #expect(texts.contains { $0.contains("exit code 79") }, "\(texts)")
  }

  private static func wait(_ name: String, began: Int64, number: UInt = 1) -> WaitFacts {
    WaitFacts(
      number: number, kind: .all, parts: [.init(description: name)],
      site: CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1), test: "saves()", began: began,
      limit: 60_000_000_000, isBlocking: false)
  }

  @Test(.ownThreads) func hang_endsTheProcess_withItsOwnCode() async {
    await #expect(processExitsWith: .exitCode(79)) { HangEnd.end() }
  }

  /// Its tests still run, so expectations that they have not awaited yet are no failure.
  @Test(.ownThreads) func hang_checksNothingThatTestsLeaveBehind() async {
    await #expect(processExitsWith: .exitCode(79)) {
      ProcessEnd.add(.checks) { _exit(1) }
      HangEnd.end()
    }
  }
}
